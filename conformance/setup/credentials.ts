import type { Exchange } from '../session/exchange.ts'
import { findValue, member, formatValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { Blocked, Finding } from '../session/outcomes.ts'

export type SignIn = {
  readonly exchange: Exchange
  readonly accessToken: string
  readonly refreshToken: string | undefined
}

/** Returns the session of the user. Signs in once per run. */
export const login = (session: TestSession): Promise<SignIn> =>
  session.once('login', () => signIn(session, session.target.email, session.target.password))

const otherLogin = (session: TestSession): Promise<SignIn> =>
  session.once('login of the other user', () =>
    signIn(session, session.target.otherEmail, session.target.otherPassword),
  )

/** Signs in once for the refresh checks alone, because a refresh may end earlier tokens. */
export const refreshableLogin = (session: TestSession): Promise<SignIn> =>
  session.once('login to refresh', () =>
    signIn(session, session.target.email, session.target.password),
  )

/** Returns a credential of the user with full access: the access token, else the given API key. */
export async function userCredential(session: TestSession): Promise<string> {
  const { email, apiKey } = session.target
  if (email === undefined && apiKey !== undefined) return apiKey
  try {
    return (await login(session)).accessToken
  } catch (error) {
    if (apiKey !== undefined && error instanceof Blocked) return apiKey
    throw error
  }
}

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
  const accessToken = member(exchange.json, 'access_token')
  if (isAccepted(exchange) && typeof accessToken === 'string' && accessToken !== '') {
    const refreshToken = member(exchange.json, 'refresh_token')
    const kept = typeof refreshToken === 'string' ? refreshToken : undefined
    return { exchange, accessToken, refreshToken: kept }
  }
  const obstacle = findValue(
    exchange.json,
    ({ key, value }) => Boolean(value) && secondFactor.test(key),
  )
  if (obstacle) throw new Blocked(`the login requires more than a password (${obstacle.key})`)
  if (!isAccepted(exchange)) {
    throw new Finding('a login with 200', `status ${exchange.status}`, exchange)
  }
  throw new Finding('a string access_token', formatValue(accessToken), exchange)
}

const secondFactor = /2fa|mfa|totp|otp|captcha|second_factor|challenge/i
