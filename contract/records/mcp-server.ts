import * as z from 'zod/mini'
import { tested, publication, source, timestamp } from './shared.ts'

const texts = z.nullable(z.record(z.string(), z.string()))

/** A tool that a server offers to agents. */
const mcpTool = z.object({ name: z.string(), description: z.string() })

/** An MCP server (4.7: named only). The values of `env` and `headers` are `***`. */
export const mcpServer = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  transport: z.enum(['stdio', 'sse', 'streamable_http']),
  command: z.nullable(z.string()),
  args: z.nullable(z.array(z.string())),
  env: texts,
  url: z.nullable(z.string()),
  working_dir: z.nullable(z.string()),
  headers: texts,
  is_active: z.boolean(),
  tool_count: z.int(),
  allow_fallback: z.boolean(),
  forked_from: z.nullable(z.string()),
  /** Whether the caller stored credentials for the server. */
  my_has_credentials: z.boolean(),
  ...publication,
  source,
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
})

/** An MCP server as a world stores it, with the tools that a connection test returns. */
export const storedMcpServer = z.extend(
  z.omit(mcpServer, { tool_count: true, my_has_credentials: true, source: true }),
  { tools: z.array(mcpTool) },
)

/** The result of a connection test, with the tools found. */
export const testedMcpServer = z.extend(tested, { tools: z.array(mcpTool) })

export type McpServer = z.infer<typeof mcpServer>
export type StoredMcpServer = z.infer<typeof storedMcpServer>
