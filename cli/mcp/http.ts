import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { type ControlContext, ControlResponse } from '../../mocks/control/control-context.ts'
import { decodeSegment } from '../../contract/operations/path-table.ts'
import { controlPath } from '../../mocks/server/request/routing.ts'
import { systemClock } from '../../mocks/world/clock.ts'
import { createConnection } from './connection.ts'
import { knownNames, openScriptFolder } from './script-folder.ts'
import { createMcpServer } from './server.ts'

/** The parts of `serve` that the MCP server uses. */
export type ServedMcp = {
  /** The platform as it is served, including a deliberate bug of `--mutant`. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly fixture: Fixture
  readonly scripts: () => readonly Scenario[]
  readonly onCrash: (error: unknown) => void
}

/**
 * Responds to a message of Streamable HTTP. The control API has checked the caller; the tools call
 * the same fake with the caller's credential. There are no sessions: each message gets its own
 * server. Nothing is written to disk, because other programs may reach this address.
 */
export async function answerMcpMessage(
  { fetch, fixture, scripts, onCrash }: ServedMcp,
  { request, body }: ControlContext,
): Promise<ControlResponse> {
  const [, prefix] = controlPath.exec(request.path) ?? []
  const server = createMcpServer({
    connection: createConnection({
      url: 'http://127.0.0.1',
      fetch,
      authorization: request.header('authorization'),
      world: request.header('x-understudy-world') ?? (prefix && decodeSegment(prefix)),
    }),
    folder: openScriptFolder(undefined, knownNames(fixture, scripts())),
    clock: systemClock,
    onCrash,
  })
  // There are no sessions, so a response is JSON, and nothing is stored between two messages.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    const headers = new Headers([...request.headers()].map(([name, value]) => [name, value]))
    const response = await transport.handleRequest(
      new Request('http://127.0.0.1/mcp', { method: 'POST', headers }),
      { parsedBody: body },
    )
    const text = response.body === null ? undefined : await response.text()
    return new ControlResponse(response.status, Object.fromEntries(response.headers), text)
  } finally {
    await server.close()
  }
}
