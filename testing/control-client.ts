import { type ControlAnswer, type ControlCall, requestOf } from '../contract/control/call.ts'
import type { ControlName } from '../contract/control/operations.ts'
import { parseJson } from '../contract/json.ts'
import { ControlError } from '../mocks/control/control-error.ts'

/** The address of a fake, and the way to send requests to it. */
export type FakeConnection = {
  /** The base URL of the fake, such as `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string
  /** The token of the control API, if the fake requires one. */
  readonly token?: string | undefined
  fetch(request: Request): Promise<Response>
}

export const worldUrl = ({ url }: Pick<FakeConnection, 'url'>, world: string): string =>
  `${url}/w/${encodeURIComponent(world)}`

/**
 * Calls the control API of a world. Throws `ControlError` if the fake refuses the call, and an
 * `Error` if no fake responds at the address.
 */
export async function callControl<Name extends ControlName>(
  connection: FakeConnection,
  world: string | undefined,
  call: ControlCall<Name>,
): Promise<ControlAnswer<Name>> {
  const { url, token } = connection
  const { path, init } = requestOf(call, token && `Bearer ${token}`)
  const base = world === undefined ? url : worldUrl(connection, world)
  const request = new Request(`${base}/__control/${path}`, init)
  const response = await connection.fetch(request).catch((cause: unknown) => {
    throw new Error(`No response from a fake at ${url}. Check that it is running.`, { cause })
  })
  const text = await response.text()
  const content: unknown = text === '' ? undefined : parseJson(text, notJson)
  if (response.ok && content !== notJson) return content as ControlAnswer<Name>
  // Errors of the platform have more fields; errors of the control API have only `error`.
  const { error, ...others } = Object(content) as { error?: unknown }
  if (typeof error === 'string' && Object.keys(others).length === 0)
    throw new ControlError(response.status, error)
  throw new Error(
    `${request.url} responded with ${response.status} and is not the control API of a fake. ` +
      'Set the URL to a running fake, such as http://127.0.0.1:4010.',
  )
}

const notJson = Symbol('no JSON')
