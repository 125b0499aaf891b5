import type { Exchange } from '../session/exchange.ts'
import { valueAt, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { userCredential, otherUserCredential } from '../setup/credentials.ts'
import { lists, readList } from '../setup/lists.ts'
import { isInvalid, itemsIn, type Observers, observed } from './observer.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

const plan = 'core'

const read = async (session: TestSession, path: string, credential?: string): Promise<Exchange> =>
  readList(session, path, '', credential)

/** The channels of the user, or of the first organization if channels belong to organizations. */
async function channels(session: TestSession) {
  const exchange = await read(session, '/api/channels')
  if (!isInvalid(exchange)) return itemsIn(exchange)
  const [organization] = itemsIn(await read(session, '/api/orgs'))
  return itemsIn(
    await readList(session, '/api/channels', `?org_id=${String(organization?.['id'])}`),
  )
}

const isEnveloped = ({ json }: Exchange): boolean => isObject(json) && json['success'] === true

/** Operations that the specification only names, and the version (4.4, 4.7, 9). */
export const platformObservers = {
  'connections.of-others': {
    plan,
    observe: async ({ session }) => {
      const other = await otherUserCredential(session)
      const path = '/api/connectors'
      const theirs = new Set(itemsIn(await read(session, path, other)).map(({ id }) => id))
      const own = itemsIn(await read(session, path)).find(({ id }) => !theirs.has(id))
      if (own === undefined) skip('the other user can see every connector')
      const exchange = await read(session, `${path}/${String(own['id'])}`, other)
      if (exchange.status === 403) return observed(exchange, 'forbidden')
      return exchange.status === 404
        ? observed(exchange, 'missing')
        : skip(`unexpected status ${exchange.status}`)
    },
  },
  'connectors.missing-base-url': {
    plan,
    observe: async ({ session }) => {
      const body = { name: session.uniqueName('connector'), type: 'api' }
      const request = {
        method: 'POST',
        path: '/api/connectors',
        bearer: await userCredential(session),
        body,
      }
      const exchange = await session.send(request)
      if (isInvalid(exchange)) return observed(exchange, 'validation')
      return exchange.status === 400
        ? observed(exchange, 'bad_request')
        : skip(`unexpected status ${exchange.status}`)
    },
  },
  'channels.organization': {
    plan,
    observe: async ({ session }) => {
      const exchange = await read(session, '/api/channels')
      if (isInvalid(exchange)) return observed(exchange, 'required')
      return isAccepted(exchange)
        ? observed(exchange, 'optional')
        : skip(`unexpected status ${exchange.status}`)
    },
  },
  'channels.envelope': {
    plan,
    observe: async ({ session }) => {
      const [channel] = await channels(session)
      if (channel === undefined) return skip('no channel is listed')
      const exchange = await read(session, `/api/channels/${String(channel['id'])}`)
      if (!isAccepted(exchange)) skip(`unexpected status ${exchange.status}`)
      return observed(exchange, isEnveloped(exchange) ? 'enveloped' : 'bare')
    },
  },
  'administration.envelope': {
    plan,
    observe: async ({ session }) => {
      const exchange = await read(session, '/api/admin/stats')
      if (!isAccepted(exchange)) skip(`status ${exchange.status}: no administrator`)
      return observed(exchange, isEnveloped(exchange) ? 'enveloped' : 'bare')
    },
  },
  'versioning.published': {
    plan,
    observe: async ({ session }) => {
      const exchange = await session.send({ method: 'GET', path: '/api/version' })
      const version =
        valueAt(exchange.json, ['version']) ?? valueAt(exchange.json, ['data', 'version'])
      if (typeof version !== 'string') return skip('the response has no version')
      if (version === '0.8.0' || version === '0.8.9') return observed(exchange, version)
      return observed(exchange, 'release', version)
    },
  },
  'knowledge-bases.retrieval-reach': {
    plan,
    observe: async ({ session }) => {
      const other = await otherUserCredential(session)
      const path = lists['knowledge bases']
      const owned = itemsIn(await read(session, path)).filter(
        (base) => base['user_id'] !== undefined,
      )
      const theirs = itemsIn(await read(session, path, other))
      // The record is visible to the other user, but a third user owns it.
      const owners = new Map(owned.map((base) => [base['id'], base['user_id']]))
      const shared = theirs.find(({ id, user_id }) => owners.has(id) && owners.get(id) === user_id)
      if (shared === undefined) return skip('no knowledge base is shared')
      const body = { query: 'conformance', top_k: 1 }
      const place = `${path}/${String(shared['id'])}/retrieve`
      const looks: Exchange[] = []
      for (const credential of [await userCredential(session), other]) {
        looks.push(await session.send({ method: 'POST', path: place, bearer: credential, body }))
      }
      const refused = looks.find(({ status }) => status === 404)
      const [first] = looks
      if (refused) return observed(refused, 'owner')
      return first && isAccepted(first) ? observed(first, 'visible') : skip('the retrieval fails')
    },
  },
} as const satisfies Observers

/**
 * Observed on a channel and an MCP server that are created inactive and removed afterwards (4.7).
 */
export const ownConnectionObservers = {
  'channels.creation-status': {
    plan,
    observe: async ({ session, option }) => {
      const isRequired = (await option('channels.organization')) === 'required'
      const [organization] = isRequired ? itemsIn(await readList(session, '/api/orgs', '')) : []
      const exchange = await post(session, '/api/channels', {
        name: session.uniqueName('channel'),
        type: 'slack',
        is_active: false,
        ...(organization && { org_id: organization['id'] }),
      })
      if (exchange.status === 200 || exchange.status === 201) {
        return observed(exchange, `${exchange.status}`)
      }
      return skip(`unexpected status ${exchange.status}`)
    },
  },
  'mcp-servers.stored-credentials': {
    plan,
    observe: async ({ session }) => {
      const server = await post(session, '/api/mcp-servers', {
        name: session.uniqueName('server'),
        transport: 'streamable_http',
        url: 'https://conformance.invalid/mcp',
        is_active: false,
      })
      const id = member(member(server.json, 'data') ?? server.json, 'id')
      if (typeof id !== 'string') skip(`status ${server.status} for creating an MCP server`)
      const path = `/api/mcp-servers/${encodeURIComponent(id.toWellFormed())}/my-credentials`
      const body = { headers: { [headerName]: headerValue } }
      const stored = await session.send({
        method: 'PUT',
        path,
        bearer: await userCredential(session),
        body,
      })
      if (!isAccepted(stored)) skip(`status ${stored.status} for storing credentials`)
      const exchange = await session.send({
        method: 'GET',
        path,
        bearer: await userCredential(session),
      })
      if (!isAccepted(exchange)) skip(`unexpected status ${exchange.status}`)
      if (exchange.text.includes(headerValue)) return observed(exchange, 'clear')
      const isKept = exchange.text.toLowerCase().includes(headerName)
      return isKept ? observed(exchange, 'names') : skip('nothing was stored')
    },
  },
} as const satisfies Observers

const headerName = 'x-conformance'
const headerValue = 'not-a-secret-of-anyone'

const post = async (session: TestSession, path: string, body: JsonObject): Promise<Exchange> =>
  session.send({ method: 'POST', path, bearer: await userCredential(session), body })
