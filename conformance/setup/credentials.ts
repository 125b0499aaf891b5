import type { Exchange, RequestSpec } from '../session/exchange.ts'
import { findValue, member, formatValue } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { Blocked, Finding } from '../session/outcomes.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { readClaim } from '../../contract/jwt.ts'

export type SignIn = {
  readonly exchange: Exchange
  /** The object that contains the access token: the body, or an object inside the body. */
  readonly body: JsonObject
  readonly accessToken: string
  readonly refreshToken: string | undefined
}

const signInUser = (session: TestSession): Promise<SignIn> =>
  signIn(session, session.target.email, session.target.password)

/** Signs in the user once per run, and returns the tokens. */
export const login = sharedSetUp('login', signInUser)

/**
 * Signs in the user again, because the token of the run may have expired, or a later login may have
 * ended it. If this login fails, the run keeps the old token.
 */
export async function renewLogin(session: TestSession & { forgetSetUps(): void }): Promise<void> {
  const old = await login(session)
  // Set-ups that failed because of the old token can succeed with the new one.
  session.forgetSetUps()
  await session.once('login', () => signInUser(session).catch(() => old))
}

const otherLogin = sharedSetUp<SignIn>('login of the other user', async (session) => {
  const { email, otherEmail, otherPassword } = session.target
  const other = await signIn(session, otherEmail, otherPassword)
  const user = email === undefined ? undefined : await login(session).catch(() => undefined)
  if (user && userIdOf(user) !== undefined && userIdOf(user) === userIdOf(other))
    skip('--email and --other-email sign in the same user')
  return other
})

/** The id of a user who signed in: in the response, or else in the token. */
const userIdOf = ({ body, accessToken }: SignIn): unknown =>
  member(body['user'], 'id') ?? readClaim(accessToken, 'sub')

/** Signs in once more for the refresh checks, because a refresh may make earlier tokens invalid. */
export const refreshableLogin = sharedSetUp('login to refresh', signInAgain)

/** Signs in once more. The check sends the refresh at least one second after this login. */
export const laterLogin = sharedSetUp('a later login to refresh', signInAgain)

/** Signs in again. Fails with the error of the first login if that failed. */
async function signInAgain(session: TestSession): Promise<SignIn> {
  await login(session)
  return signInUser(session)
}

/** Returns a credential of the user with full access: the access token, else the given API key. */
export async function userCredential(session: TestSession): Promise<string> {
  const { email, password, apiKey } = session.target
  const canSignIn = email !== undefined && password !== undefined
  if (!canSignIn && apiKey !== undefined) return apiKey
  try {
    return (await login(session)).accessToken
  } catch (error) {
    if (apiKey !== undefined && error instanceof Blocked) return apiKey
    throw error
  }
}

/** Sends a request, by default with the credential of the user. */
export const sendAsUser = async (
  session: TestSession,
  request: Omit<RequestSpec, 'bearer'>,
  credential?: string,
): Promise<Exchange> =>
  session.send({ ...request, bearer: credential ?? (await userCredential(session)) })

/** Returns the access token of the second user. */
export const otherUserCredential = async (session: TestSession): Promise<string> =>
  (await otherLogin(session)).accessToken

async function signIn(
  session: TestSession,
  email: string | undefined,
  password: string | undefined,
): Promise<SignIn> {
  if (email === undefined || password === undefined) skip('no email and password were given')
  const body = { email, password }
  const exchange = await session.send({ method: 'POST', path: '/api/auth/login', body })
  const tokens = readTokens(exchange)
  if (isAccepted(exchange) && tokens) return { exchange, ...tokens }
  const obstacle = findValue(
    exchange.json,
    ({ key, value }) => Boolean(value) && secondFactor.test(key),
  )
  if (obstacle) throw new Blocked(`the login requires more than a password (${obstacle.key})`)
  if (!isAccepted(exchange)) {
    throw new Finding('a login with 200', `status ${exchange.status}`, exchange)
  }
  const accessToken = member(exchange.json, 'access_token')
  throw new Finding('a string access_token', formatValue(accessToken), exchange)
}

/**
 * Finds the tokens in the response to a login or refresh, at any depth. Another check reports
 * tokens in a wrong place.
 */
export function readTokens({ json }: Exchange): Omit<SignIn, 'exchange'> | undefined {
  const place = findValue(
    [json],
    ({ value }) => isObject(value) && isToken(value['access_token']),
  )?.value
  if (!isObject(place)) return undefined
  const { access_token: accessToken, refresh_token: refreshToken } = place
  return {
    body: place,
    accessToken: String(accessToken),
    refreshToken: isToken(refreshToken) ? String(refreshToken) : undefined,
  }
}

const isToken = (value: unknown): boolean => typeof value === 'string' && value !== ''

const secondFactor = /2fa|mfa|totp|otp|captcha|second_factor|challenge/i
