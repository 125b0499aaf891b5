import type { Exchange } from '../exchange.ts'
import { at, isObject } from '../json.ts'
import type { Lab } from '../lab.ts'
import { isAccepted, skip } from '../must.ts'
import { bearer, otherBearer } from '../setup/credentials.ts'
import { lists, readList } from '../setup/lists.ts'
import { isInvalid, itemsIn, type Observers, seen } from './observer.ts'

const plan = 'core'

const read = async (lab: Lab, path: string, credential?: string): Promise<Exchange> =>
  readList(lab, path, '', credential)

/** The channels of the user; where they must belong to an organization, those of the first. */
async function channels(lab: Lab) {
  const exchange = await read(lab, '/api/channels')
  if (!isInvalid(exchange)) return itemsIn(exchange)
  const [organization] = itemsIn(await read(lab, '/api/orgs'))
  return itemsIn(await readList(lab, '/api/channels', `?org_id=${String(organization?.['id'])}`))
}

const isEnveloped = ({ json }: Exchange): boolean => isObject(json) && json['success'] === true

/** Operations of which the specification gives the names alone, and the version (4.4, 4.7, 9). */
export const platformObservers = {
  'connections.of-others': {
    plan,
    look: async ({ lab }) => {
      const other = await otherBearer(lab)
      const path = '/api/connectors'
      const theirs = new Set(itemsIn(await read(lab, path, other)).map(({ id }) => id))
      const own = itemsIn(await read(lab, path)).find(({ id }) => !theirs.has(id))
      if (own === undefined) skip('the other user sees every connector')
      const exchange = await read(lab, `${path}/${String(own['id'])}`, other)
      if (exchange.status === 403) return seen(exchange, 'forbidden')
      return exchange.status === 404 ? seen(exchange, 'missing') : skip(`status ${exchange.status}`)
    },
  },
  'connectors.missing-base-url': {
    plan,
    look: async ({ lab }) => {
      const body = { name: lab.name('connector'), type: 'api' }
      const ask = { method: 'POST', path: '/api/connectors', bearer: await bearer(lab), body }
      const exchange = await lab.send(ask)
      if (isInvalid(exchange)) return seen(exchange, 'validation')
      return exchange.status === 400
        ? seen(exchange, 'bad_request')
        : skip(`status ${exchange.status}`)
    },
  },
  'channels.organization': {
    plan,
    look: async ({ lab }) => {
      const exchange = await read(lab, '/api/channels')
      if (isInvalid(exchange)) return seen(exchange, 'required')
      return isAccepted(exchange) ? seen(exchange, 'optional') : skip(`status ${exchange.status}`)
    },
  },
  'channels.envelope': {
    plan,
    look: async ({ lab }) => {
      const [channel] = await channels(lab)
      if (channel === undefined) return skip('no channel is listed')
      const exchange = await read(lab, `/api/channels/${String(channel['id'])}`)
      if (!isAccepted(exchange)) skip(`status ${exchange.status}`)
      return seen(exchange, isEnveloped(exchange) ? 'enveloped' : 'bare')
    },
  },
  'administration.envelope': {
    plan,
    look: async ({ lab }) => {
      const exchange = await read(lab, '/api/admin/stats')
      if (!isAccepted(exchange)) skip(`status ${exchange.status}: no administrator`)
      return seen(exchange, isEnveloped(exchange) ? 'enveloped' : 'bare')
    },
  },
  'versioning.published': {
    plan,
    look: async ({ lab }) => {
      const exchange = await lab.send({ method: 'GET', path: '/api/version' })
      const version = at(exchange.json, ['version']) ?? at(exchange.json, ['data', 'version'])
      if (typeof version !== 'string') return skip('no version is told')
      if (version === '0.8.0' || version === '0.8.9') return seen(exchange, version)
      return seen(exchange, 'release', version)
    },
  },
  'knowledge-bases.retrieval-reach': {
    plan,
    look: async ({ lab }) => {
      const other = await otherBearer(lab)
      const path = lists['knowledge bases']
      const owned = itemsIn(await read(lab, path)).filter((base) => base['user_id'] !== undefined)
      const theirs = itemsIn(await read(lab, path, other))
      // Seen by the other user, and said to belong to somebody else who sees it too.
      const owners = new Map(owned.map((base) => [base['id'], base['user_id']]))
      const shared = theirs.find(({ id, user_id }) => owners.has(id) && owners.get(id) === user_id)
      if (shared === undefined) return skip('no knowledge base is shared')
      const body = { query: 'conformance', top_k: 1 }
      const place = `${path}/${String(shared['id'])}/retrieve`
      const looks: Exchange[] = []
      for (const credential of [await bearer(lab), other]) {
        looks.push(await lab.send({ method: 'POST', path: place, bearer: credential, body }))
      }
      const refused = looks.find(({ status }) => status === 404)
      const [first] = looks
      if (refused) return seen(refused, 'owner')
      return first && isAccepted(first) ? seen(first, 'visible') : skip('retrieval fails')
    },
  },
} as const satisfies Observers
