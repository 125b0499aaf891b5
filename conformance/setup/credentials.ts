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

/** The session of the user. Logs in once per run. */
export const login = (lab: TestSession): Promise<SignIn> =>
  lab.once('login', () => signIn(lab, lab.target.email, lab.target.password))

const otherLogin = (lab: TestSession): Promise<SignIn> =>
  lab.once('login of the other user', () =>
    signIn(lab, lab.target.otherEmail, lab.target.otherPassword),
  )

/** A session for the checks of refresh alone: a refresh may end the tokens that came before it. */
export const refreshableLogin = (lab: TestSession): Promise<SignIn> =>
  lab.once('login to refresh', () => signIn(lab, lab.target.email, lab.target.password))

/** A credential of the user with full access: the access token, else the given API key. */
export async function userCredential(lab: TestSession): Promise<string> {
  const { email, apiKey } = lab.target
  if (email === undefined && apiKey !== undefined) return apiKey
  try {
    return (await login(lab)).accessToken
  } catch (error) {
    if (apiKey !== undefined && error instanceof Blocked) return apiKey
    throw error
  }
}

/** The access token of the other user. */
export const otherUserCredential = async (lab: TestSession): Promise<string> =>
  (await otherLogin(lab)).accessToken

async function signIn(
  lab: TestSession,
  email: string | undefined,
  password: string | undefined,
): Promise<SignIn> {
  if (email === undefined || password === undefined) skip('no e-mail and password were given')
  const body = { email, password }
  const exchange = await lab.send({ method: 'POST', path: '/api/auth/login', body })
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
  if (obstacle) throw new Blocked(`the login asks for more than a password (${obstacle.key})`)
  if (!isAccepted(exchange)) {
    throw new Finding('a login with 200', `status ${exchange.status}`, exchange)
  }
  throw new Finding('a string access_token', formatValue(accessToken), exchange)
}

const secondFactor = /2fa|mfa|totp|otp|captcha|second_factor|challenge/i
