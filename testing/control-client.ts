import { ControlError } from '../mocks/control/control-error.ts'

/** A fake, wherever it is, and how calls get there. */
export type FakeConnection = {
  /** Where its paths begin, such as `http://127.0.0.1:4010`, without a slash at the end. */
  readonly url: string
  /** Of its control API, where it asks for one. */
  readonly token?: string | undefined
  fetch(request: Request): Promise<Response>
}

/** Where the paths of a world begin. */
export const worldUrl = ({ url }: Pick<FakeConnection, 'url'>, world: string): string =>
  `${url}/w/${encodeURIComponent(world)}`

/**
 * Asks the control API, as in `askControl(reach, 'red', 'POST clock', { advance: '2h' })`. Throws
 * `ControlError` for what it refuses, and an `Error` that says so where no fake answers.
 */
export async function callControl<Answer>(
  reach: FakeConnection,
  world: string | undefined,
  operation: string,
  body?: unknown,
): Promise<Answer> {
  const [method = 'GET', path = ''] = operation.split(' ')
  const base = world === undefined ? reach.url : worldUrl(reach, world)
  const request = new Request(`${base}/__control/${path}`, {
    method,
    headers: {
      ...(reach.token !== undefined && { authorization: `Bearer ${reach.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body, infinityAsMax) }),
  })
  const response = await reach.fetch(request).catch((cause: unknown) => {
    throw new Error(`Failed to steer the fake: nothing answers at ${reach.url}. Is it started?`, {
      cause,
    })
  })
  const answer = parseBody(await response.text())
  if (response.ok && answer !== notJson) return answer as Answer
  // A platform has more to say than that in its errors: this is how a fake refuses.
  const { error, ...others } = Object(answer) as { error?: unknown }
  if (typeof error === 'string' && Object.keys(others).length === 0)
    throw new ControlError(response.status, error)
  throw new Error(
    `Failed to steer the fake: ${request.url} answered ${response.status}, not as a fake does. ` +
      'Give the address of one, such as http://127.0.0.1:4010.',
  )
}

/** JSON has no word for a speed without bounds; the control API has. */
const infinityAsMax = (_: string, value: unknown) =>
  value === Number.POSITIVE_INFINITY ? 'max' : value

const notJson = Symbol('no JSON')

function parseBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return notJson
  }
}
