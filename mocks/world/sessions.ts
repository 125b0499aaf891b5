import { ownLimits } from '../../contract/limits.ts'
import type { StoredSession } from '../../contract/records/credentials.ts'
import type { Claims } from './jwt.ts'
import type { Table, Tables } from './tables.ts'

/** The rule by which a deployment accepts refresh tokens. */
export type RefreshRotation = 'single-session' | 'once' | 'reusable'

type RefreshToken = Pick<Claims, 'jti' | 'revocations'>

/** The sessions of all users of a world, and their valid tokens. */
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

  /** Adds or refreshes a session, and makes this its newest refresh token. */
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

  /** Uses a refresh token. Returns false if it is no longer valid. */
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

  /** The sessions of a user, the last refreshed first. */
  list(user: string): readonly StoredSession[] {
    return this.#ofUser.get(user) ?? []
  }

  /** The number of revocations by user. Each token contains the number at its issue. */
  revocations(user: string): number {
    return this.#revocations.get(user) ?? 0
  }

  /** Revokes all access tokens of a user and ends the sessions. */
  revoke(user: string): void {
    this.#revocations.set(user, this.revocations(user) + 1)
    this.#ofUser.delete(user)
  }

  /** Ends the sessions of a user permanently. Their refresh tokens become invalid, too. */
  end(user: string): void {
    this.revoke(user)
    this.#ended.set(user, this.revocations(user))
  }
}
