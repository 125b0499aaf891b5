import type { Ask, Exchange } from '../exchange.ts'
import type { Lab } from '../lab.ts'
import { isAccepted } from '../must.ts'
import { bearer } from './credentials.ts'
import { lists } from './lists.ts'

type Route = { readonly says: string; readonly ask: (id: string) => Ask }

// Never `DELETE /api/me/api-keys?id=…`: who ignores the query might delete every key.
const candidates: readonly Route[] = [
  {
    says: `DELETE ${lists.keys}/{key_id}`,
    ask: (id) => ({ method: 'DELETE', path: `${lists.keys}/${id}` }),
  },
  {
    says: `POST ${lists.keys}/{key_id}/delete`,
    ask: (id) => ({ method: 'POST', path: `${lists.keys}/${id}/delete` }),
  },
  {
    says: `POST ${lists.keys}/{key_id}/revoke`,
    ask: (id) => ({ method: 'POST', path: `${lists.keys}/${id}/revoke` }),
  },
]

export type Deletion = { readonly route: string; readonly exchange: Exchange }

/**
 * Deletes a key of this run, as the user unless told otherwise. The specification names no route
 * for it, so the first key finds out which candidate is accepted; undefined where none is.
 */
export async function deleteKey(
  lab: Lab,
  id: string,
  other?: string,
): Promise<Deletion | undefined> {
  const credential = other ?? (await bearer(lab))
  const attempt = (route: Route) => lab.send({ ...route.ask(id), bearer: credential })
  let first: Exchange | undefined
  const route = await lab.once('the route of key deletion', async () => {
    for (const candidate of candidates) {
      const exchange = await attempt(candidate)
      if (!isAccepted(exchange)) continue
      first = exchange
      return candidate
    }
    return undefined
  })
  return route && { route: route.says, exchange: first ?? (await attempt(route)) }
}
