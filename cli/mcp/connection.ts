import { type ControlAnswer, type InputOf, requestOf } from '../../contract/control/call.ts'
import type { ControlName } from '../../contract/control/operations.ts'
import { isError } from '../../contract/realm-safe.ts'
import { ToolError } from './tool.ts'

/** The connection of the tools to a fake, which is in this process or on a server. */
export type Connection = {
  /** The base URL of a world: its platform and its control API are below this URL. */
  baseUrl(world: string | undefined): string
  /** Sends a request to the platform. Rejects with a `ToolError` if there is no response. */
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Calls the control API, and returns its JSON or text. Rejects with a `ToolError`. */
  control<Name extends ControlName>(
    name: Name,
    ...input: InputOf<Name, { readonly world?: string | undefined }>
  ): Promise<ControlAnswer<Name>>
}

type ConnectionOptions = {
  readonly url: string
  readonly fetch: (request: Request) => Promise<Response>
  /** The `Authorization` header of requests to the control API. */
  readonly authorization: string | undefined
  /** The world for tool calls that name no world. Default: the default world. */
  readonly world?: string | undefined
}

/** Creates the error for an address whose server is not a fake. */
export const otherServerError = (url: string): ToolError =>
  new ToolError(
    `The server at ${url} is not Understudy. Pass --url with the address that agent-understudy serve prints.`,
  )

/** Milliseconds after which a request is given up, so that each tool returns in time. */
const maxRequestMs = 45_000

export function createConnection(options: ConnectionOptions): Connection {
  const { url, authorization } = options
  const baseUrl = (world = options.world) =>
    world === undefined ? url : `${url}/w/${encodeURIComponent(world)}`

  async function send(target: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(target, { signal: AbortSignal.timeout(maxRequestMs), ...init })
    return options.fetch(request).catch((error: unknown) => {
      if (request.signal.aborted)
        throw new ToolError(
          `The response did not end within ${maxRequestMs / 1000} seconds. Is the clock frozen? See \`read_clock\`.`,
        )
      const { cause } = error as { readonly cause?: unknown }
      const why = isError(cause) ? cause.message : String(error)
      throw new ToolError(
        `There is no response from ${url}: ${why}. Start a server with \`agent-understudy serve\`, or start this command without --url.`,
      )
    })
  }

  return {
    baseUrl,
    fetch: send,
    async control(name, ...[input]) {
      const { path, init } = requestOf({ ...input, name }, authorization)
      const response = await send(`${baseUrl(input?.world)}/__control/${path}`, init)
      const text = await response.text()
      const type = response.headers.get('content-type') ?? ''
      const isJson = type.startsWith('application/json')
      if (response.ok && type.startsWith('text/html')) throw otherServerError(url)
      const value: unknown = isJson ? JSON.parse(text) : text
      if (response.ok) return value as ControlAnswer<typeof name>
      const { error = `The control API responded with ${response.status}.` } = (
        isJson ? value : {}
      ) as { readonly error?: string }
      throw new ToolError(error)
    },
  }
}
