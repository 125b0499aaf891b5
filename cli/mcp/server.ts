import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { ownField } from '../../contract/json.ts'
import { nearestHint } from '../../contract/nearest.ts'
import type { SystemClock } from '../../mocks/world/clock.ts'
import { packageVersion } from '../command-line.ts'
import { docPages, readDocPage } from '../doc-pages.ts'
import { type AllowedTests, conformTools, toleranceTools } from './check-tools.ts'
import type { Connection } from './connection.ts'
import { contractTools } from './contract-tools.ts'
import type { ScriptFolder } from './script-folder.ts'
import { boundedText, maxResultLength, type Tool, ToolError } from './tool.ts'
import { scenarioTools, turnTools } from './turn-tools.ts'
import { worldTools } from './world-tools.ts'

export type McpOptions = {
  readonly connection: Connection
  readonly folder: ScriptFolder
  readonly clock: SystemClock
  /** Loads the scripts of the folder into the fake. Absent if the fake is on a server. */
  readonly reload?: (() => Promise<unknown>) | undefined
  /** The tests that the assistant may run. Absent over HTTP, because other programs may call it. */
  readonly tests?: AllowedTests | undefined
  /** Called with an unexpected error. Mistakes of the assistant are not reported here. */
  readonly onCrash: (error: unknown, tool: string) => void
}

const instructions = `Understudy is a stateful fake of the Agent Platform REST API. These tools control it.
To write a scenario: read_doc scripts.md, check_scenario, write_scenario, then play_turn to prove it.
If a request was refused, read_journal explains why. A result has at most ${maxResultLength} characters; it says how to get the rest.`

/** Creates an MCP server for a fake. It serves one connection. */
export function createMcpServer({
  connection,
  folder,
  clock,
  reload,
  tests,
  onCrash,
}: McpOptions): Server {
  const refresh = async () =>
    reload?.().then(
      () => undefined,
      (error: Error) => `The changed scripts were not loaded:\n${error.message}\n`,
    )
  const tools: Readonly<Record<string, Tool>> = {
    ...contractTools(connection),
    ...scenarioTools({ connection, folder, reload, refresh }),
    ...turnTools(connection, refresh),
    ...worldTools(connection),
    ...conformTools(connection, clock),
    ...toleranceTools(tests, clock),
  }
  const server = new Server(
    { name: 'agent-understudy', version: packageVersion() },
    { capabilities: { tools: {}, resources: {} }, instructions },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(tools).map(([name, { says, inputSchema, isReading }]) => ({
      name,
      description: says,
      inputSchema,
      annotations: { readOnlyHint: isReading, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { name, arguments: given = {} } = params
    try {
      return textResult(await callTool(tools, name, given))
    } catch (error) {
      if (error instanceof ToolError)
        return { ...textResult(limitResultText(error.message)), isError: true }
      onCrash(error, name)
      const text = `\`${name}\` crashed: ${String(error)}. This is a mistake of Understudy; its log has the details.`
      return { ...textResult(limitResultText(text)), isError: true }
    }
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: docPages().map((page) => ({
      uri: `${resourcePrefix}${page}`,
      name: page,
      mimeType: mimeType(page),
    })),
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => ({
    contents: [{ uri, ...readResource(uri) }],
  }))
  return server
}

const resourcePrefix = 'understudy://docs/'
const mimeType = (name: string) => (name.endsWith('.json') ? 'application/json' : 'text/markdown')

const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] })

const limitResultText = (text: string) => boundedText(text, 0, () => 'The rest is not shown.')

async function callTool(
  tools: Readonly<Record<string, Tool>>,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<string> {
  const tool = ownField(tools, name)
  if (tool === undefined) {
    const names = Object.keys(tools)
    const hint = nearestHint(name, names)
    throw new ToolError(`There is no tool \`${name}\`.${hint} Tools: ${names.join(', ')}.`)
  }
  const text = await tool.run(given)
  const { isReading, more = 'The rest is not shown.' } = tool
  const { offset } = given
  return boundedText(text, isReading && typeof offset === 'number' ? offset : 0, (next) =>
    isReading ? `Call \`${name}\` again with \`offset: ${next}\` for the rest.` : more,
  )
}

/** An error about a resource. A `McpError` would add its code to the message. */
const resourceError = (text: string) =>
  Object.assign(new Error(text), { code: ErrorCode.InvalidParams })

/** The text of a resource, or the part after `?offset=N`. Throws for an unknown resource. */
function readResource(uri: string) {
  const [, page = '', offset = '0'] =
    /^understudy:\/\/docs\/([^?]+)(?:\?offset=(\d{1,9}))?$/.exec(uri) ?? []
  if (!docPages().includes(page))
    throw resourceError(
      `There is no resource \`${uri}\`. resources/list lists all; a part is ${resourcePrefix}scripts.md?offset=${maxResultLength}.`,
    )
  const pageText = readDocPage(page)
  const text = boundedText(
    pageText,
    Number(offset),
    (next) => `The rest is the resource ${resourcePrefix}${page}?offset=${next}.`,
  )
  // A part of a JSON document is not valid JSON, so its type is plain text.
  return { mimeType: text === pageText ? mimeType(page) : 'text/plain', text }
}
