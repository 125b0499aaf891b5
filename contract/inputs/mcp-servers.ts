import { pageQuery } from '../bodies.ts'
import { mcpCredentialsBody, mcpServerBody } from '../bodies/mcp-servers.ts'
import type { Inputs } from './input.ts'

/** What the operations in `endpoints/mcp-servers.ts` take. */
export const mcpServersInputs = {
  'mcp-servers.list': { query: pageQuery },
  'mcp-servers.create': { body: mcpServerBody },
  'mcp-servers.replace': { body: mcpServerBody },
  'mcp-servers.store-credentials': { body: mcpCredentialsBody },
} as const satisfies Inputs
