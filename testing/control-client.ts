import { parseJson } from '../contract/json.ts'
import { ControlError } from '../mocks/control/control-error.ts'

/** The address of a fake, and the way to send requests to it. */
export type FakeConnection = {
  /** The base URL of the fake, such as `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string
  /** The token of its control API, if it requires one. */
  readonly token?: string | undefined
  fetch(request: Request): Promise<Response>
}

export const worldUrl = ({ url }: Pick<FakeConnection, 'url'>, world: string): string =>
  `${url}/w/${encodeURIComponent(world)}`

/**
 * Calls the control API, as in `callControl(connection, 'red', 'POST clock', { advance: '2h' })`.
 * Throws `ControlError` if it refuses the call, and an `Error` if no fake responds at the address.
 */
export async function callControl<Answer>(
  connection: FakeConnection,
  world: string | undefined,
  operation: string,
  body?: unknown,
): Promise<Answer> {
  const [method = 'GET', path = ''] = operation.split(' ')
  const base = world === undefined ? connection.url : worldUrl(connection, world)
  const request = new Request(`${base}/__control/${path}`, {
    method,
    headers: {
      ...(connection.token !== undefined && { authorization: `Bearer ${connection.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body, infinityAsMax) }),
  })
  const response = await connection.fetch(request).catch((cause: unknown) => {
    throw new Error(`No response from a fake at ${connection.url}. Check that it is running.`, {
      cause,
    })
  })
  const content = parseBody(await response.text())
  if (response.ok && content !== notJson) return content as Answer
  // Errors of the platform have more fields; errors of the control API have only `error`.
  const { error, ...others } = Object(content) as { error?: unknown }
  if (typeof error === 'string' && Object.keys(others).length === 0)
    throw new ControlError(response.status, error)
  throw new Error(
    `${request.url} responded with ${response.status} and is not the control API of a fake. ` +
      'Set the URL to a running fake, such as http://127.0.0.1:4010.',
  )
}

/** JSON has no infinite numbers, so the control API takes `max` as the speed. */
const infinityAsMax = (_: string, value: unknown) =>
  value === Number.POSITIVE_INFINITY ? 'max' : value

const notJson = Symbol('no JSON')

function parseBody(text: string): unknown {
  if (text === '') return undefined
  return parseJson(text, notJson)
}
