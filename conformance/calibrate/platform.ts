import type { Exchange } from '../session/exchange.ts'
import { valueAt, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { userCredential, otherUserCredential } from '../setup/credentials.ts'
import { lists, readList } from '../setup/lists.ts'
import { byStatus, isInvalid, itemsIn, noOption, observed } from './look.ts'
import type { Observers } from './observer.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

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

/** Whether a record is in a success envelope. */
function readRecordEnvelope(exchange: Exchange) {
  const { json } = exchange
  if (!isObject(json)) return noOption(exchange, 'no JSON object')
  if (json['success'] === true && 'data' in json) return observed(exchange, 'enveloped')
  return 'success' in json || 'data' in json
    ? noOption(exchange, `an object with ${Object.keys(json).slice(0, 5).join(', ')}`)
    : observed(exchange, 'bare')
}

/** Operations that the specification only names, and the version (4.4, 4.7, 9). */
export const platformObservers = {
  'connections.of-others': {
    plan,
    observe: async ({ session }) => {
      const other = await otherUserCredential(session)
      const looks = []
      for (const path of ['/api/connectors', '/api/mcp-servers', '/api/orgs', '/api/channels']) {
        const theirs = new Set(itemsIn(await read(session, path, other)).map(({ id }) => id))
        const own = itemsIn(await read(session, path)).find(({ id }) => !theirs.has(id))
        if (typeof own?.['id'] !== 'string') continue
        const place = `${path}/${encodeURIComponent(own['id'].toWellFormed())}`
        const exchange = await read(session, place, other)
        // The other user may see more than the list shows.
        if (!isAccepted(exchange))
          looks.push(byStatus(exchange, { 403: 'forbidden', 404: 'missing' }))
      }
      if (looks.length === 0) skip('the other user can see every connection of the user')
      return looks
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
      return byStatus(exchange, { 400: 'bad_request' })
    },
  },
  'channels.organization': {
    plan,
    observe: async ({ session }) => {
      const exchange = await read(session, '/api/channels')
      if (isInvalid(exchange)) return observed(exchange, 'required')
      return isAccepted(exchange) ? observed(exchange, 'optional') : noOption(exchange)
    },
  },
  'channels.envelope': {
    plan,
    observe: async ({ session }) => {
      const [channel] = await channels(session)
      if (channel === undefined) return skip('no channel is listed')
      const exchange = await read(session, `/api/channels/${String(channel['id'])}`)
      return isAccepted(exchange) ? readRecordEnvelope(exchange) : noOption(exchange)
    },
  },
  'administration.envelope': {
    plan,
    observe: async ({ session }) => {
      const exchange = await read(session, '/api/admin/stats')
      if (!isAccepted(exchange)) skip(`status ${exchange.status}: no administrator`)
      return readRecordEnvelope(exchange)
    },
  },
  'versioning.published': {
    plan,
    observe: async ({ session }) => {
      const exchange = await session.send({ method: 'GET', path: '/api/version' })
      const version =
        valueAt(exchange.json, ['version']) ?? valueAt(exchange.json, ['data', 'version'])
      if (typeof version !== 'string') return noOption(exchange, 'a response without version')
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
      if (first === undefined) return []
      return looks.every(isAccepted)
        ? observed(first, 'visible')
        : noOption(looks.find((each) => !isAccepted(each)) ?? first)
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
      const organization = isRequired ? await organizationId(session) : undefined
      if (isRequired && organization === undefined)
        return skip('channels belong to organizations, and the user has none')
      const exchange = await post(session, '/api/channels', {
        name: session.uniqueName('channel'),
        type: 'slack',
        is_active: false,
        ...(organization !== undefined && { org_id: organization }),
      })
      return byStatus(exchange, { 200: '200', 201: '201' })
    },
  },
  'connections.partial-update': {
    plan,
    observe: async ({ session }) => {
      const bearer = await userCredential(session)
      const body = { description: 'changed by the conformance suite' }
      const path = mcpServerPath(await mcpServerId(session))
      const exchange = await session.send({ method: 'PUT', path, bearer, body })
      if (isAccepted(exchange)) return observed(exchange, 'partial')
      return exchange.status === 400 || isInvalid(exchange)
        ? observed(exchange, 'whole')
        : noOption(exchange)
    },
  },
  'connections.audience': {
    plan,
    observe: async ({ session }) => {
      const connector = await post(session, '/api/connectors', {
        name: session.uniqueName('connector'),
        type: 'api',
        base_url: 'https://conformance.invalid',
        is_active: false,
      })
      const id = createdId(connector, 'a connector')
      const path = `/api/connectors/${encodeURIComponent(id.toWellFormed())}/publish`
      // Whichever field counts, this publishes nothing.
      const exchange = await post(session, path, { visibility: 'no-such-audience' })
      const detail = isInvalid(exchange) ? member(exchange.json, 'detail') : undefined
      const places = (Array.isArray(detail) ? detail : []).flatMap((item) => member(item, 'loc'))
      if (places.includes('scope')) return observed(exchange, 'scope')
      return places.includes('visibility') ? observed(exchange, 'visibility') : noOption(exchange)
    },
  },
  'mcp-servers.stored-credentials': {
    plan,
    observe: async ({ session }) => {
      const id = await mcpServerId(session)
      const path = `${mcpServerPath(id)}/my-credentials`
      const values = { [headerName]: headerValue }
      const body = { env: values, headers: values }
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
      const isKept = exchange.text.toLowerCase().includes(headerName.toLowerCase())
      return isKept
        ? observed(exchange, 'names')
        : noOption(exchange, 'neither names nor values of what was stored')
    },
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
