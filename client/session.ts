import type { User } from '../contract/records/user.ts'
import { ApiError } from './errors.ts'
import type { SystemClock } from './system-clock.ts'
import { normalizeTimestamps } from './timestamps.ts'

/**
 * The session of a signed-in user, as plain data that an app can store and pass to a new client.
 *
 * @example
 * ```ts
 * const client = createClient({
 *   baseUrl,
 *   session: JSON.parse(localStorage.getItem('session') ?? 'null') ?? undefined,
 *   onSessionChange: (session) => localStorage.setItem('session', JSON.stringify(session ?? null)),
 * })
 * ```
 */
export type Session = {
  readonly accessToken: string
  /** Renews the access token. If absent, the session ends when the access token expires. */
  readonly refreshToken?: string | undefined
  /** The expiry of the access token, in milliseconds since 1970 by this machine's clock. */
  readonly expiresAt?: number | undefined
  readonly user?: User | undefined
}

/** The fields of a login or refresh that make a session. */
export type LoginResponse = {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly expires_in?: number
  readonly user?: User
  readonly requires_2fa?: boolean
  readonly temp_token?: string
}

/** Reads the session fields of a login or refresh response. A refresh may return fewer fields. */
export function readSession(
  { access_token, refresh_token, expires_in, user }: LoginResponse,
  now: number,
): Session {
  if (typeof access_token !== 'string')
    throw new Error('The platform accepted the login, but its response has no `access_token`.')
  return {
    accessToken: access_token,
    expiresAt: typeof expires_in === 'number' ? now + expires_in * 1000 : undefined,
    ...(typeof refresh_token === 'string' ? { refreshToken: refresh_token } : {}),
    ...(user === undefined ? {} : { user: normalizeTimestamps(user) as User }),
  }
}

/** Holds the session and refreshes its token. Concurrent requests share one refresh. */
export type SessionManager = ReturnType<typeof createSessionManager>

export type SessionManagerOptions = {
  readonly session: Session | undefined
  readonly onSessionChange: ((session: Session | undefined) => void) | undefined
  /** Sends a refresh token, and returns the changed session fields. */
  readonly refresh: (refreshToken: string) => Promise<Session>
  /**
   * Waits a moment after a refused refresh, because another tab may have renewed the session. The
   * signal aborts when the session changes, and ends the wait.
   */
  readonly waitForOtherTab: (changed: AbortSignal) => Promise<void>
  readonly systemClock: SystemClock
}

/** The maximum time before the expiry of a token at which it is refreshed, in milliseconds. */
const maxRefreshMarginMs = 60_000

export function createSessionManager(options: SessionManagerOptions) {
  const { onSessionChange, refresh, waitForOtherTab, systemClock } = options
  let current: Session | undefined
  let owner = {}
  let changed = new AbortController()
  let renewAt = Infinity
  let renewing: { readonly session: Session; readonly work: Promise<void> } | undefined

  const isOfOwner = (session: Session | undefined) =>
    session !== undefined && session.user?.id === current?.user?.id

  function setSession(session: Session | undefined, isSameUser = isOfOwner(session)): void {
    if (!isSameUser) owner = {}
    current = session
    changed.abort()
    changed = new AbortController()
    const expiresAt = session?.expiresAt ?? Infinity
    // A short-lived token is refreshed in the last tenth of its lifetime, not at every call.
    const margin = Math.min(maxRefreshMarginMs, Math.max(0, expiresAt - systemClock.now()) / 10)
    renewAt = expiresAt === Infinity ? Infinity : expiresAt - margin
  }

  /** Replaces the session and calls `onSessionChange`. */
  function setAndNotify(session: Session | undefined, isSameUser?: boolean): void {
    setSession(session, isSameUser)
    onSessionChange?.(session)
  }

  /** Refreshes a session; concurrent callers share one request. */
  function refreshOnce(oldSession: Session, refreshToken: string): Promise<void> {
    if (renewing?.session === oldSession) return renewing.work
    const work = refreshAndReplace(oldSession, refreshToken).finally(() => {
      if (renewing?.work === work) renewing = undefined
    })
    renewing = { session: oldSession, work }
    return work
  }

  async function refreshAndReplace(oldSession: Session, refreshToken: string): Promise<void> {
    try {
      const renewed = { ...oldSession, ...(await refresh(refreshToken)) }
      // If a login or logout changed the session during the refresh, that session stays.
      if (current === oldSession) setAndNotify(renewed, true)
    } catch (error) {
      // A refresh token works only once. If another tab has used it, the new session may arrive
      // late.
      const isRefused = isRefreshRefused(error)
      if (isRefused && current === oldSession) await waitForOtherTab(changed.signal)
      if (current !== undefined && current !== oldSession) return
      if (current !== undefined && isRefused) setAndNotify(undefined)
      throw error
    }
  }

  /** A call that waited for a refresh must not be sent with the token of the next user. */
  const tokenOf = (caller: object) => (caller === owner ? current?.accessToken : undefined)

  setSession(options.session)
  return {
    get current() {
      return current
    },
    /** An object that stays the same as long as the session belongs to the same user. */
    get owner(): object {
      return owner
    },
    set: setSession,
    setAndNotify,
    /** Returns the access token, refreshed if it is about to expire. */
    async getToken(): Promise<string | undefined> {
      const caller = owner
      const { refreshToken, expiresAt = Infinity } = current ?? {}
      if (current !== undefined && refreshToken !== undefined && systemClock.now() >= renewAt)
        await refreshOnce(current, refreshToken).catch((error: unknown) => {
          // If the refresh fails, a token that has not expired yet can still be used.
          if (current === undefined || systemClock.now() >= expiresAt) throw error
        })
      return tokenOf(caller)
    },
    /**
     * Returns a new token for the same user after the platform refused one; `undefined` if there is
     * none. A session that cannot be refreshed ends if its token has expired, as the platform says
     * or by this machine's clock.
     */
    async replaceToken(
      caller: object,
      refused: string,
      isExpired: boolean,
    ): Promise<string | undefined> {
      if (current?.accessToken === refused) {
        const { refreshToken, expiresAt = Infinity } = current
        if (refreshToken !== undefined) await refreshOnce(current, refreshToken)
        else if (isExpired || systemClock.now() >= expiresAt) setAndNotify(undefined)
      }
      const token = tokenOf(caller)
      return token === refused ? undefined : token
    },
  }
}

/**
 * Whether a refresh was refused permanently. Timeouts, rate limits and server errors are temporary.
 */
const isRefreshRefused = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429
