import { isResponse } from '../../contract/realm-safe.ts'
import { createHash } from 'node:crypto'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { readJwt } from '../../contract/jwt.ts'
import { pairsOf, type RawHeaders } from '../proxy/raw-headers.ts'
import type { SubstitutableCall } from '../proxy/substitute.ts'
import { LruMap } from './lru-map.ts'
import { idText } from '../replay/id-map.ts'
import { jsonOf, recordIn } from './read-records.ts'
import type { TurnFake } from '../../recording/turn-fake.ts'

/** A credential as the client sent it; `undefined` if it only has cookies. */
type Credential = string | undefined

/** A user whom the deployment accepted, or its response to one whom it refused. */
export type Identified = { readonly userId: string } | { readonly refusal: Response }

/** Milliseconds for which the deployment is not asked again who a caller is. */
const verifiedFor = 60_000

/** Milliseconds for which a ticket stands for the caller who got it. */
const ticketValidFor = 60_000

/** Reads that tell who the caller is, or at least that the deployment knows the caller. */
const identifyingReads = ['/api/auth/me', '/api/auth/verify', '/api/conversations?page=1&size=1']

const maxCredentials = 2000
const maxUsers = 1000

type Verified = { readonly userId: string; readonly at: number }

/**
 * The users of the fake that stand for callers. The deployment decides who a caller is: the proxy
 * sends the credential of the caller with a read, and does not look into the credential before.
 */
export class Callers {
  readonly #fake: TurnFake
  readonly #now: () => number
  readonly #verified = new LruMap<Verified>(maxCredentials)
  readonly #tickets = new LruMap<{ readonly of: string; readonly at: number }>(maxCredentials)
  readonly #users: LruMap<true>

  constructor(fake: TurnFake, now: () => number, onForget: (userId: string) => void) {
    this.#fake = fake
    this.#now = now
    this.#users = new LruMap(maxUsers, (userId) => {
      fake.forget('users', userId)
      for (const [key, { userId: known }] of this.#verified.entries())
        if (known === userId) this.#verified.delete(key)
      onForget(userId)
    })
  }

  /** From now on, and for a minute, a ticket stands for the credential that it was issued for. */
  addTicket(ticket: string, credential: string): void {
    this.#tickets.set(ticket, { of: credential, at: this.#now() })
  }

  /** Asks the deployment for the user of a credential, unless it was asked in the last minute. */
  async identify(credential: Credential, call: SubstitutableCall): Promise<Identified> {
    const ticket = credential === undefined ? undefined : this.#tickets.get(credential)
    const isValid = ticket !== undefined && this.#now() - ticket.at < ticketValidFor
    const asked = isValid ? ticket.of : credential
    const key = asked === undefined ? `cookie ${cookiesOf(call.headers)}` : `token ${asked}`
    const known = this.#verified.get(key)
    if (known !== undefined && this.#now() - known.at < verifiedFor) {
      this.#users.set(known.userId, true)
      return known
    }
    this.#verified.delete(key)
    const answer = await readCaller(asked, call)
    if (isResponse(answer)) return { refusal: answer }
    const verified = { userId: this.#fake.putUser(userOf(answer, asked ?? key)), at: this.#now() }
    this.#verified.set(key, verified)
    this.#users.set(verified.userId, true)
    return verified
  }
}

const cookiesOf = (headers: RawHeaders): string =>
  pairsOf(headers)
    .filter(([name]) => /^(cookie|authorization)$/i.test(name))
    .map(([, value]) => value)
    .join('; ')

/** Headers that belong to the body of the call. */
const ofBody = /^(content-.*|accept)$/i

/** The headers with which the proxy reads in the name of a caller. */
export const readingHeaders = (headers: RawHeaders, credential: Credential): string[] => [
  ...pairsOf(headers)
    .filter(([name]) => !ofBody.test(name))
    .filter(([name]) => credential === undefined || name.toLowerCase() !== 'authorization')
    .flat(),
  'accept',
  'application/json',
  ...(credential === undefined ? [] : ['authorization', `Bearer ${credential}`]),
]

/** What the deployment says about a caller, or its response if it refuses the caller. */
async function readCaller(
  credential: Credential,
  { headers, ask }: SubstitutableCall,
): Promise<JsonObject | Response> {
  let first: Response | undefined
  for (const path of identifyingReads) {
    const answer = await ask({ method: 'GET', path, headers: readingHeaders(headers, credential) })
    if (answer.ok) return recordIn(await jsonOf(answer)) ?? {}
    first ??= answer
    // A deployment may lack a read, or a key may be limited to others.
    if (![403, 404, 405].includes(answer.status)) return answer
    if (answer.status === 403) first = answer
  }
  return first ?? Response.error()
}

function userOf(answer: JsonObject, credential: string) {
  const told = isObject(answer['user']) ? answer['user'] : answer
  // The deployment accepted the credential, so what it says is true.
  const claims = readJwt(credential) ?? {}
  const hash = createHash('sha256').update(credential).digest('hex').slice(0, 12)
  const email = [told['email'], claims['email']].find((one) => typeof one === 'string')
  const isUser = email !== undefined && email === told['email']
  const id =
    idText((isUser ? told['id'] : undefined) ?? told['user_id'] ?? claims['sub']) ??
    `caller-${hash}`
  return { ...(isUser && told), id, email: email ?? `${id}@caller.invalid` }
}
