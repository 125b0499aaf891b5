import type { RecordedExchange } from '../../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { readJwt } from '../../../contract/jwt.ts'

/** Finds out which user made a request, from what later requests may say. */
export class Callers {
  readonly #userOf = new Map<string, string>()
  readonly #userWithEmail = new Map<string, string>()
  readonly #calls = new Map<string, number>()
  #signIns = 0

  /** The caller of a request: its credential, or the session of a recording without credentials. */
  of({ request }: RecordedExchange, body: unknown): string {
    const { headers } = request
    const inBody = isObject(body) ? (body['token'] ?? body['ticket']) : undefined
    const credential =
      request.bearer ??
      headers['authorization'] ??
      headers['x-api-key'] ??
      (typeof inBody === 'string' ? inBody : undefined) ??
      headers['cookie']
    const caller = credential === undefined ? `session ${this.#signIns}` : `with ${credential}`
    this.#calls.set(caller, (this.#calls.get(caller) ?? 0) + 1)
    return caller
  }

  /** A sign-in: requests without credentials are now those of this user. */
  signedIn(user: string, content: JsonObject): void {
    this.#signIns++
    this.learn(`session ${this.#signIns}`, user)
    for (const token of [content['access_token'], content['refresh_token'], content['token']])
      if (typeof token === 'string') this.learn(`with ${token}`, user)
  }

  /** Learns that this caller is a user. */
  learn(caller: string, user: string): void {
    if (!this.#userOf.has(caller)) this.#userOf.set(caller, user)
  }

  learnEmail(email: string, user: string): void {
    this.#userWithEmail.set(email, user)
  }

  /** The id of the user who is a caller; `undefined` if nothing says it. */
  userOf(caller: string, isUser: (id: string) => boolean): string | undefined {
    const known = this.#userOf.get(caller)
    if (known !== undefined) return known
    const claims = readJwt(caller.replace(/^with /, '')) ?? {}
    const subject = claims['sub'] ?? claims['user_id'] ?? claims['uid']
    const email = this.#userWithEmail.get(String(claims['email'] ?? subject))
    if (email !== undefined) return email
    return subject !== undefined && (isUser(String(subject)) || typeof subject === 'string')
      ? String(subject)
      : undefined
  }

  /** The users by the number of their requests, the busiest first. */
  busiest(isUser: (id: string) => boolean): readonly string[] {
    const calls = new Map<string, number>()
    for (const [caller, count] of this.#calls) {
      const user = this.userOf(caller, isUser)
      if (user !== undefined) calls.set(user, (calls.get(user) ?? 0) + count)
    }
    return [...calls].toSorted(([, a], [, b]) => b - a).map(([user]) => user)
  }
}
