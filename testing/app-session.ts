import { readSession, type Session as ClientSession } from '../client/session.ts'
import { systemClock } from '../client/system-clock.ts'
import type { User } from '../contract/records/user.ts'

/** The user to sign in: an email, the part of it before the `@`, or credentials of a user you added. */
export type SignInUser = string | { readonly email: string; readonly password: string }

/** The response of a login. */
export type Session = {
  readonly access_token: string
  readonly refresh_token: string
  /** Seconds until the access token expires. */
  readonly expires_in: number
  readonly user: User
}

/**
 * A client of `agent-understudy/client`: `setSession` gives it the session, and notifies its app.
 */
export type SessionClient = {
  setSession(session: ClientSession, options: { readonly notify: true }): void
}

/** Receives the session: a client of `agent-understudy/client`, or your function. */
export type SessionTarget = SessionClient | ((session: Session) => unknown)

/** The fields of a session, each with the name under which the app stores it. */
export type SessionNames = Partial<Readonly<Record<keyof Session, string>>>

/** Describes where the app stores its session. Values that are not text are stored as JSON. */
export type SessionStores = {
  /**
   * The keys of `localStorage` under which the app stores the fields of the session. Default, unless
   * `sessionCookies` is set: `access_token` and `refresh_token`, under these names.
   */
  readonly sessionKeys?: SessionNames
  /** The cookies in which the app stores the fields of the session. Their values are URL-encoded. */
  readonly sessionCookies?: SessionNames
}

const defaultSessionKeys: SessionNames = {
  access_token: 'access_token',
  refresh_token: 'refresh_token',
}

/** The keys of `localStorage` and the cookies of a session, as pairs of name and value. */
export function storedPairs(
  session: Session,
  {
    sessionCookies,
    sessionKeys = sessionCookies === undefined ? defaultSessionKeys : {},
  }: SessionStores,
) {
  const pairs = (names: SessionNames = {}) =>
    Object.entries(names).map(([field, name]): [string, string] => {
      const value = session[field as keyof Session]
      return [name, typeof value === 'string' ? value : JSON.stringify(value)]
    })
  return {
    keys: pairs(sessionKeys),
    cookies: pairs(sessionCookies).map(
      ([name, value]) => [name, encodeURIComponent(value)] as const,
    ),
  }
}

/** Gives the session to a client or a function. */
export async function giveSession(target: SessionTarget, session: Session): Promise<void> {
  if (typeof target === 'function') await target(session)
  else target.setSession(readSession(session, systemClock.now()), { notify: true })
}

/** Whether a parameter of `signIn` names a user, not a target. */
export const isSignInUser = (given: unknown): given is SignInUser | undefined =>
  given === undefined ||
  typeof given === 'string' ||
  (typeof given === 'object' && given !== null && 'email' in given && 'password' in given)
