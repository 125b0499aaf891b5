import { isObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { BoundedMap } from './bounded-map.ts'
import { callerOf, fieldsOf, userOf } from './callers.ts'
import { pathOf } from '../../contract/exchange.ts'
import { itemsIn } from './look.ts'

/** Collections whose records may belong to other users. */
const collections = /^\/api\/(?:connectors|mcp-servers|orgs|channels|knowledge-bases)$/

type Listed = {
  /** The users to whom it was listed. */
  readonly users: ReadonlySet<string>
  readonly owner: unknown
}

const mostRecords = 5000
const mostLists = 1000
const mostSecrets = 500

/** Which users the lists showed which records, and the secrets that were stored. */
export class SeenListings {
  readonly #records = new BoundedMap<string, Listed>(mostRecords)
  readonly #lists = new BoundedMap<string, true>(mostLists)
  readonly #secrets = new BoundedMap<string, ReadonlyMap<string, string>>(mostSecrets)

  /** A record by its path, if a list had it. */
  get(path: string): Listed | undefined {
    return this.#records.get(path)
  }

  hasListed(collection: string, user: string): boolean {
    return this.#lists.has(`${collection} ${user}`)
  }

  /** The texts that the caller of this exchange stored last at its path, by their names. */
  secretsAt(exchange: Exchange): ReadonlyMap<string, string> | undefined {
    return this.#secrets.get(`${callerOf(exchange)} ${pathOf(exchange)}`)
  }

  add(exchange: Exchange): void {
    if (!isAccepted(exchange)) return
    const { method } = exchange.request
    const path = pathOf(exchange)
    const user = userOf(exchange)
    if (method === 'DELETE') this.#records.delete(path)
    if (method === 'PUT' && path.endsWith('/my-credentials'))
      this.#secrets.set(`${callerOf(exchange)} ${path}`, secretsIn(exchange))
    if (method !== 'GET' || user === undefined || !collections.test(path)) return
    this.#lists.set(`${path} ${user}`, true)
    for (const { id, user_id: owner } of itemsIn(exchange)) {
      if (typeof id !== 'string') continue
      const place = `${path}/${id}`
      const users = new Set(this.#records.get(place)?.users).add(user)
      this.#records.set(place, { users, owner })
    }
  }
}

/** The texts of `env` and `headers` in a request. */
function secretsIn(exchange: Exchange): ReadonlyMap<string, string> {
  const { env, headers } = fieldsOf(exchange)
  const secrets = [env, headers].flatMap((texts) => (isObject(texts) ? Object.entries(texts) : []))
  return new Map(
    secrets.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
}
