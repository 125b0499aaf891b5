import { ownLimits } from '../../contract/limits.ts'
import type { StoredSession } from '../../contract/records/credentials.ts'
import type { Claims } from './jwt.ts'
import type { Table, Tables } from './tables.ts'

/** Which refresh tokens are still good, by what a deployment lets them do. */
export type RefreshRotation = 'single-session' | 'once' | 'reusable'

type RefreshToken = Pick<Claims, 'jti' | 'revocations'>

/** The logins of a world: which can be refreshed, and which tokens were revoked. */
export class Sessions {
  readonly #newest: Table<string>
  readonly #spent: Table<true>
  readonly #revocations: Table<number>
  readonly #ended: Table<number>
  readonly #ofUser: Table<readonly StoredSession[]>

  constructor(tables: Tables) {
    this.#newest = tables.of('refresh-token-of-user')
    this.#spent = tables.of('spent-refresh-tokens')
    this.#revocations = tables.of('revocations-of-user')
    this.#ended = tables.of('ended-revocations-of-user')
    this.#ofUser = tables.of('sessions-of-user')
  }

  /** Notes a session, new or refreshed, and the refresh token that was given out for it. */
  addRefreshToken(
    user: string,
    token: string,
    { id, refreshed_at, expires_at }: StoredSession,
  ): void {
    this.#newest.set(user, token)
    const started_at = this.list(user).find((one) => one.id === id)?.started_at ?? refreshed_at
    const others = this.list(user).filter((one) => one.id !== id)
    const session = { id, started_at, refreshed_at, expires_at }
    this.#ofUser.set(user, [session, ...others].slice(0, ownLimits.sessionsPerUser))
  }

  /** Uses a refresh token; false where it is no longer good. */
  useRefreshToken(
    user: string,
    { jti, revocations }: RefreshToken,
    rotation: RefreshRotation,
  ): boolean {
    if (revocations < (this.#ended.get(user) ?? 0)) return false
    if (rotation === 'single-session') return this.#newest.get(user) === jti
    if (rotation === 'once') {
      if (this.#spent.get(jti) === true) return false
      this.#spent.set(jti, true)
    }
    return true
  }

  /** The sessions of a user, the one that was refreshed last before all others. */
  list(user: string): readonly StoredSession[] {
    return this.#ofUser.get(user) ?? []
  }

  /** How often everything that a user had signed in with was revoked: tokens say it, too. */
  revocations(user: string): number {
    return this.#revocations.get(user) ?? 0
  }

  /** Ends all sessions of a user: tokens that were issued before are no longer good. */
  revoke(user: string): void {
    this.#revocations.set(user, this.revocations(user) + 1)
    this.#ofUser.delete(user)
  }

  /** Ends them for good: no refresh token brings one back, only another login. */
  end(user: string): void {
    this.revoke(user)
    this.#ended.set(user, this.revocations(user))
  }
}
