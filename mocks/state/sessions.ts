/** Which refresh tokens are still good, by what a deployment lets them do. */
export type Rotation = 'single-session' | 'once' | 'reusable'

/** The refresh tokens of a world that a login or a refresh has ended. */
export class Sessions {
  readonly #newest = new Map<string, string>()
  readonly #spent = new Set<string>()

  /** Notes a refresh token that a login or a refresh gave out. */
  issued(user: string, token: string): void {
    this.#newest.set(user, token)
  }

  /** Uses a refresh token; false where it is no longer good. */
  use(user: string, token: string, rotation: Rotation): boolean {
    if (rotation === 'single-session') return this.#newest.get(user) === token
    if (rotation === 'once') {
      if (this.#spent.has(token)) return false
      this.#spent.add(token)
    }
    return true
  }
}
