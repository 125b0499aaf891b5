import type { User } from '../contract/records/user.ts'
import { unwrapEnvelope } from './requester.ts'
import { objectIn, parseJson } from '../contract/json.ts'
import { type LoginResponse, readSession, type Session } from './session.ts'
import type { OutgoingRequest, Transport } from './transport.ts'
import type { SystemClock } from './system-clock.ts'

/** The result of a login: a session, or a request for a second factor. */
export type LoginOutcome =
  | { readonly status: 'signed-in'; readonly session: Session; readonly user: User | undefined }
  | {
      readonly status: 'second-factor'
      /** The token to pass to `verifySecondFactor`, together with the code. */
      readonly tempToken: string
    }

/** The input of `client.login`. */
export type Credentials = { readonly email: string; readonly password: string }
/**
 * The input of `client.verifySecondFactor`: the token of the login outcome, and the user's code.
 */
export type SecondFactor = { readonly tempToken: string; readonly code: string }

/** Creates the operations that need no credential and return one. */
export function createSignInApi({ send, readError }: Transport, systemClock: SystemClock) {
  async function post(path: string, body: object, signal?: AbortSignal) {
    const request: OutgoingRequest = { method: 'POST', path, body, signal }
    const response = await send(request, undefined)
    if (!response.ok) throw await readError(request, response)
    const text = await response.text()
    return objectIn(unwrapEnvelope(parseJson(text, text)))
  }

  const toOutcome = (answer: LoginResponse): LoginOutcome => {
    const { requires_2fa, temp_token } = answer
    if (requires_2fa === true && temp_token !== undefined)
      return { status: 'second-factor', tempToken: temp_token }
    const session = readSession(answer, systemClock.now())
    return { status: 'signed-in', session, user: session.user }
  }

  return {
    login: async (credentials: Credentials, signal?: AbortSignal) =>
      toOutcome(await post('/api/auth/login', credentials, signal)),
    verify: async ({ tempToken: temp_token, code }: SecondFactor, signal?: AbortSignal) =>
      toOutcome(await post('/api/auth/login/verify-2fa', { temp_token, code }, signal)),
    refresh: async (refresh_token: string) =>
      readSession(await post('/api/auth/refresh', { refresh_token }), systemClock.now()),
  }
}
