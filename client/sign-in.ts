import type { User } from '../contract/records/user.ts'
import { unwrapEnvelope } from './requester.ts'
import { isObject, parseJson } from './json.ts'
import type { Session } from './session.ts'
import type { OutgoingRequest, Transport } from './transport.ts'
import type { SystemClock } from './system-clock.ts'

/** What a login comes to: a session, or the question for a second factor. */
export type LoginOutcome =
  | { readonly status: 'signed-in'; readonly session: Session; readonly user: User | undefined }
  | {
      readonly status: 'second-factor'
      /** Goes with the code to `answerSecondFactor`. */
      readonly tempToken: string
    }

/** The calls that need no credential, and bring one. */
export type SignInApi = {
  login(credentials: Credentials, signal?: AbortSignal): Promise<LoginOutcome>
  verify(answer: SecondFactor, signal?: AbortSignal): Promise<LoginOutcome>
  refresh(refreshToken: string): Promise<Session>
}

export type Credentials = { readonly email: string; readonly password: string }
export type SecondFactor = { readonly tempToken: string; readonly code: string }

export function createSignInApi(
  { send, readError: errorOf }: Transport,
  wall: SystemClock,
): SignInApi {
  async function post(path: string, body: object, signal?: AbortSignal) {
    const order: OutgoingRequest = { method: 'POST', path, body, signal }
    const response = await send(order, undefined)
    if (!response.ok) throw await errorOf(order, response)
    const content = unwrapEnvelope(parseJson(await response.text()))
    return isObject(content) ? content : {}
  }

  const outcomeOf = (answer: LoginResponse): LoginOutcome => {
    const { requires_2fa, temp_token } = answer
    if (requires_2fa === true && temp_token !== undefined)
      return { status: 'second-factor', tempToken: temp_token }
    const session = readSession(answer, wall.now())
    return { status: 'signed-in', session, user: session.user }
  }

  return {
    login: async (credentials, signal) =>
      outcomeOf(await post('/api/auth/login', credentials, signal)),
    verify: async ({ tempToken: temp_token, code }, signal) =>
      outcomeOf(await post('/api/auth/login/verify-2fa', { temp_token, code }, signal)),
    refresh: async (refresh_token) =>
      readSession(await post('/api/auth/refresh', { refresh_token }), wall.now()),
  }
}

type LoginResponse = {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly expires_in?: number
  readonly user?: User
  readonly requires_2fa?: boolean
  readonly temp_token?: string
}

/** The session in an answer, only with what stands there: a refresh may bring less than a login. */
function readSession(
  { access_token, refresh_token, expires_in, user }: LoginResponse,
  now: number,
): Session {
  if (typeof access_token !== 'string')
    throw new Error('The platform signed in, but its answer has no `access_token`.')
  return {
    accessToken: access_token,
    expiresAt: typeof expires_in === 'number' ? now + expires_in * 1000 : undefined,
    ...(typeof refresh_token === 'string' ? { refreshToken: refresh_token } : {}),
    ...(user === undefined ? {} : { user }),
  }
}
