import type { User } from '../contract/records/user.ts'
import { ApiError } from './errors.ts'
import type { SystemClock } from './system-clock.ts'

/** Who is signed in: plain data that an app may keep, and hand to its next client. */
export type Session = {
  readonly accessToken: string
  /** What renews it; a session without one ends with its access token. */
  readonly refreshToken?: string | undefined
  /** When the access token ends, in milliseconds since 1970 by the clock of this machine. */
  readonly expiresAt?: number | undefined
  readonly user?: User | undefined
}

/** Keeps the session, and renews it once for all who need that. */
export type SessionManager = {
  readonly current: Session | undefined
  /** Takes another session, or none. */
  set(session: Session | undefined): void
  /** The same, and tells `onSession`. */
  setAndNotify(session: Session | undefined): void
  /** The access token to send, renewed where it is about to end. */
  getToken(): Promise<string | undefined>
  /** Another token than the one that was refused; `undefined` where there is no way to get one. */
  replaceToken(refused: string): Promise<string | undefined>
}

export type SessionManagerOptions = {
  readonly session: Session | undefined
  readonly onSessionChange: ((session: Session | undefined) => void) | undefined
  /** Exchanges a refresh token for what is new in the session. */
  readonly refresh: (refreshToken: string) => Promise<Session>
  readonly systemClock: SystemClock
}

/** The longest time before its end at which a token is renewed: calls take a while, too. */
const maxMargin = 60_000

export function createSessionManager(options: SessionManagerOptions): SessionManager {
  const { onSessionChange: onSession, refresh, systemClock: wall } = options
  let current: Session | undefined
  let renewAt = Infinity
  let renewing: { readonly of: Session; readonly work: Promise<void> } | undefined

  function use(session: Session | undefined): void {
    current = session
    const expiresAt = session?.expiresAt ?? Infinity
    // A token of a short life is renewed late in it, not at every call.
    const margin = Math.min(maxMargin, Math.max(0, expiresAt - wall.now()) / 10)
    renewAt = expiresAt === Infinity ? Infinity : expiresAt - margin
  }

  function adopt(session: Session | undefined): void {
    use(session)
    onSession?.(session)
  }

  /** Renews a session; all who ask meanwhile wait for the same answer. */
  function renew(of: Session, refreshToken: string): Promise<void> {
    if (renewing?.of === of) return renewing.work
    const work = exchange(of, refreshToken).finally(() => {
      if (renewing?.work === work) renewing = undefined
    })
    renewing = { of, work }
    return work
  }

  async function exchange(of: Session, refreshToken: string): Promise<void> {
    try {
      const renewed = { ...of, ...(await refresh(refreshToken)) }
      // Whoever signed out or in meanwhile meant it.
      if (current === of) adopt(renewed)
    } catch (error) {
      if (current === of && isPermanentRefusal(error)) adopt(undefined)
      throw error
    }
  }

  use(options.session)
  return {
    get current() {
      return current
    },
    set: use,
    setAndNotify: adopt,
    async getToken() {
      const { refreshToken, expiresAt = Infinity } = current ?? {}
      if (current !== undefined && refreshToken !== undefined && wall.now() >= renewAt)
        await renew(current, refreshToken).catch((error: unknown) => {
          // A token that still lives will do, where the platform could not be asked for another.
          if (current === undefined || wall.now() >= expiresAt) throw error
        })
      return current?.accessToken
    },
    async replaceToken(refused) {
      if (current?.accessToken === refused && current.refreshToken !== undefined)
        await renew(current, current.refreshToken)
      return current?.accessToken === refused ? undefined : current?.accessToken
    },
  }
}

/** Whether a refresh was refused for good, and not merely missed. */
const isPermanentRefusal = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429
