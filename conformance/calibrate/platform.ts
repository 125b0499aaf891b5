import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { userCredential, otherUserCredential } from '../setup/credentials.ts'
import { lists, readList } from '../setup/lists.ts'
import { isInvalid, itemsIn } from './response.ts'
import type { Observers } from './observer.ts'
import { platformReadings } from './platform-readings.ts'
import type { JsonObject } from '../../contract/json.ts'

const plan = 'core'

const read = async (session: TestSession, path: string, credential?: string): Promise<Exchange> =>
  readList(session, path, '', credential)

/** The id of the first organization of the user, if there is one. */
async function organizationId(session: TestSession): Promise<string | undefined> {
  const id = itemsIn(await read(session, '/api/orgs'))[0]?.['id']
  return typeof id === 'string' ? id.toWellFormed() : undefined
}

/** The channels of the user, or of the first organization if channels belong to organizations. */
async function channels(session: TestSession) {
  const exchange = await read(session, '/api/channels')
  if (!isInvalid(exchange)) return itemsIn(exchange)
  const id = await organizationId(session)
  if (id === undefined) return skip('channels belong to organizations, and the user has none')
  return itemsIn(await readList(session, '/api/channels', `?org_id=${encodeURIComponent(id)}`))
}

/** Operations that the specification only names, and the version (4.4, 4.7, 9). */
export const platformObservers = {
  'connections.of-others': {
    plan,
    provoke: async ({ session }) => {
      const other = await otherUserCredential(session)
      const exchanges: Exchange[] = []
      for (const path of ['/api/connectors', '/api/mcp-servers', '/api/orgs', '/api/channels']) {
        const theirs = new Set(itemsIn(await read(session, path, other)).map(({ id }) => id))
        const own = itemsIn(await read(session, path)).find(({ id }) => !theirs.has(id))
        if (typeof own?.['id'] !== 'string') continue
        const place = `${path}/${encodeURIComponent(own['id'].toWellFormed())}`
        exchanges.push(await read(session, place, other))
      }
      if (exchanges.every(isAccepted)) skip('the other user can see every connection of the user')
      return exchanges
    },
    read: platformReadings['connections.of-others'],
  },
  'connectors.missing-base-url': {
    plan,
    provoke: ({ session }) =>
      post(session, '/api/connectors', { name: session.uniqueName('connector'), type: 'api' }),
    read: platformReadings['connectors.missing-base-url'],
  },
  'channels.organization': {
    plan,
    provoke: ({ session }) => read(session, '/api/channels'),
    read: platformReadings['channels.organization'],
  },
  'channels.envelope': {
    plan,
    provoke: async ({ session }) => {
      const [channel] = await channels(session)
      if (channel === undefined) return skip('no channel is listed')
      return read(session, `/api/channels/${String(channel['id'])}`)
    },
    read: platformReadings['channels.envelope'],
  },
  'administration.envelope': {
    plan,
    provoke: async ({ session }) => {
      const exchange = await read(session, '/api/admin/stats')
      return isAccepted(exchange) ? exchange : skip(`status ${exchange.status}: no administrator`)
    },
    read: platformReadings['administration.envelope'],
  },
  'versioning.published': {
    plan,
    provoke: ({ session }) => session.send({ method: 'GET', path: '/api/version' }),
    read: platformReadings['versioning.published'],
  },
  'knowledge-bases.retrieval-reach': {
    plan,
    provoke: async ({ session }) => {
      const other = await otherUserCredential(session)
      const path = lists['knowledge bases']
      const owned = itemsIn(await read(session, path)).filter(
        (base) => base['user_id'] !== undefined,
      )
      const theirs = itemsIn(await read(session, path, other))
      // The record is visible to both users, so at least one of them does not own it.
      const owners = new Map(owned.map((base) => [base['id'], base['user_id']]))
      const shared = theirs.find(({ id, user_id }) => owners.has(id) && owners.get(id) === user_id)
      if (shared === undefined) return skip('no knowledge base is shared')
      const body = { query: 'conformance', top_k: 1 }
      const place = `${path}/${String(shared['id'])}/retrieve`
      const exchanges: Exchange[] = []
      for (const bearer of [await userCredential(session), other])
        exchanges.push(await session.send({ method: 'POST', path: place, bearer, body }))
      return exchanges
    },
    read: platformReadings['knowledge-bases.retrieval-reach'],
  },
} as const satisfies Observers

/**
 * Observed on a channel and an MCP server that are created inactive and removed afterwards (4.7).
 */
export const ownConnectionObservers = {
  'channels.creation-status': {
    plan,
    provoke: async ({ session, option }) => {
      const isRequired = (await option('channels.organization')) === 'required'
      const organization = isRequired ? await organizationId(session) : undefined
      if (isRequired && organization === undefined)
        return skip('channels belong to organizations, and the user has none')
      return post(session, '/api/channels', {
        name: session.uniqueName('channel'),
        type: 'slack',
        is_active: false,
        ...(organization !== undefined && { org_id: organization }),
      })
    },
    read: platformReadings['channels.creation-status'],
  },
  'connections.partial-update': {
    plan,
    provoke: async ({ session }) => {
      const bearer = await userCredential(session)
      const body = { description: 'changed by the conformance suite' }
      const path = mcpServerPath(await mcpServerId(session))
      return session.send({ method: 'PUT', path, bearer, body })
    },
    read: platformReadings['connections.partial-update'],
  },
  'connections.audience': {
    plan,
    provoke: async ({ session }) => {
      const connector = await post(session, '/api/connectors', {
        name: session.uniqueName('connector'),
        type: 'api',
        base_url: 'https://conformance.invalid',
        is_active: false,
      })
      const id = createdId(connector, 'a connector')
      const path = `/api/connectors/${encodeURIComponent(id.toWellFormed())}/publish`
      // Whichever field counts, this publishes nothing.
      return post(session, path, { visibility: 'no-such-audience' })
    },
    read: platformReadings['connections.audience'],
  },
  'mcp-servers.stored-credentials': {
    plan,
    provoke: async ({ session }) => {
      const path = `${mcpServerPath(await mcpServerId(session))}/my-credentials`
      const bearer = await userCredential(session)
      const values = { [headerName]: headerValue }
      const body = { env: values, headers: values }
      const stored = await session.send({ method: 'PUT', path, bearer, body })
      if (!isAccepted(stored)) skip(`status ${stored.status} for storing credentials`)
      const exchange = await session.send({ method: 'GET', path, bearer })
      return isAccepted(exchange) ? exchange : skip(`unexpected status ${exchange.status}`)
    },
    read: platformReadings['mcp-servers.stored-credentials'],
  },
} as const satisfies Observers

/** The id in the response to a creation. */
function createdId({ json, status }: Exchange, what: string): string {
  const id = member(member(json, 'data') ?? json, 'id')
  return typeof id === 'string' ? id : skip(`status ${status} for creating ${what}`)
}

/** An inactive MCP server that is removed afterwards. */
const mcpServerId = (session: TestSession): Promise<string> =>
  session.once('an MCP server', async () => {
    const server = await post(session, '/api/mcp-servers', {
      name: session.uniqueName('server'),
      transport: 'streamable_http',
      url: 'https://conformance.invalid/mcp',
      is_active: false,
    })
    return createdId(server, 'an MCP server')
  })

const mcpServerPath = (id: string): string =>
  `/api/mcp-servers/${encodeURIComponent(id.toWellFormed())}`

// A valid name of a header and of an environment variable.
const headerName = 'X_CONFORMANCE'
const headerValue = 'not-a-secret-of-anyone'

const post = async (session: TestSession, path: string, body: JsonObject): Promise<Exchange> =>
  session.send({ method: 'POST', path, bearer: await userCredential(session), body })
