import { pathOf } from '../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { type Exchange, queryOf } from '../session/exchange.ts'
import { member, valueAt, walk } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { otherUserCredential, sendAsUser, userCredential } from '../setup/credentials.ts'
import { encodeId, lists, readList } from '../setup/lists.ts'
import { subjectOrCredential, subjectOf, fieldsOf, isCall, isUnset } from '../session/request.ts'
import type { HistoryIndex } from '../history/history.ts'
import { optionByStatus } from './look.ts'
import { type Observers, sendEach } from './observer.ts'
import { anyErrorCode, complaintAbout, isInvalid, itemsIn } from '../history/response.ts'

/**
 * One observer for each choice about the platform's version, or about operations that the
 * specification only names (4.4, 4.7, 9). Some observers create inactive records and delete them.
 */
export const platformObservers = {
  'connections.of-others': {
    provoke: async ({ session }) => {
      const other = await otherUserCredential(session)
      const paths = ['/api/connectors', '/api/mcp-servers', '/api/orgs', '/api/channels']
      const exchanges = await sendEach(paths, async (path) => {
        const theirs = new Set(itemsIn(await read(session, path, other)).map(({ id }) => id))
        const { id: own } =
          itemsIn(await read(session, path)).find(({ id }) => !theirs.has(id)) ?? {}
        return typeof own === 'string'
          ? read(session, `${path}/${encodeId(own)}`, other)
          : undefined
      })
      if (exchanges.every(isAccepted)) skip('the other user can see every connection of the user')
      return exchanges
    },
    read: (exchange, before) => {
      if (!isCall(exchange, 'GET', /^\/api\/(?:connectors|mcp-servers|orgs|channels)\/[^/]+$/))
        return undefined
      const path = pathOf(exchange)
      const user = subjectOf(exchange)
      const listed = before.get(listedRecords, path)
      if (user === undefined || listed === undefined || listed.users.has(user)) return undefined
      // If the user may list these records, a refusal is not due to a missing permission.
      const list = path.replace(/\/[^/]+$/, '')
      if (before.get(listedCollections, `${list} ${user}`) === undefined) return undefined
      // An accepted read decides nothing: the user may see records that the list does not show.
      if (isAccepted(exchange)) return []
      if (exchange.status === 403) return 'forbidden'
      return exchange.status === 404 ? 'missing' : undefined
    },
  },
  'connectors.missing-base-url': {
    provoke: ({ session }) =>
      post(session, '/api/connectors', { name: session.uniqueName('connector'), type: 'api' }),
    read: (exchange) => {
      const { name, type, base_url } = fieldsOf(exchange)
      if (!isCall(exchange, 'POST', '/api/connectors') || typeof name !== 'string') return undefined
      if (type !== 'api' || !isUnset(base_url)) return undefined
      if (complaintAbout(exchange, 'base_url')) return 'validation'
      if (exchange.status !== 400 || isInvalid(exchange)) return undefined
      const code = anyErrorCode(exchange) ?? 'bad_request'
      const isReason = code === 'bad_request' && /base.?url/i.test(exchange.text)
      return isReason ? 'bad_request' : undefined
    },
  },
  'channels.organization': {
    provoke: ({ session }) => read(session, '/api/channels'),
    read: (exchange) => {
      const isWithout = !queryOf(exchange).has('org_id')
      if (!isCall(exchange, 'GET', '/api/channels') || !isWithout) return undefined
      if (complaintAbout(exchange, 'org_id')) return 'required'
      return isAccepted(exchange) ? 'optional' : undefined
    },
  },
  'channels.envelope': {
    provoke: async ({ session }) => {
      const [channel] = await channels(session)
      if (channel === undefined) return skip('no channel is listed')
      return read(session, `/api/channels/${String(channel['id'])}`)
    },
    read: recordEnvelope(/^\/api\/channels\/(?!discover-chats$)[^/]+$/),
  },
  'administration.envelope': {
    provoke: async ({ session }) => {
      const exchange = await read(session, '/api/admin/stats')
      return isAccepted(exchange)
        ? exchange
        : skip(`status ${exchange.status}: the user is not an administrator`)
    },
    read: recordEnvelope(/^\/api\/admin\/(?:stats|settings)$/),
  },
  'versioning.published': {
    provoke: ({ session }) => session.send({ method: 'GET', path: '/api/version' }),
    read: (exchange) => {
      if (!isCall(exchange, 'GET', '/api/version') || !isAccepted(exchange)) return undefined
      const version =
        valueAt(exchange.json, ['version']) ?? valueAt(exchange.json, ['data', 'version'])
      if (typeof version !== 'string') return { came: 'a response without version' }
      if (version === '0.8.0' || version === '0.8.9') return version
      return { option: 'release', value: version }
    },
  },
  'knowledge-bases.retrieval-reach': {
    provoke: async ({ session }) => {
      const other = await otherUserCredential(session)
      const path = lists['knowledge bases']
      const owned = itemsIn(await read(session, path)).filter(
        (base) => base['user_id'] !== undefined,
      )
      const theirs = itemsIn(await read(session, path, other))
      // Searches for a record that both users see. At least one of the users does not own it.
      const owners = new Map(owned.map((base) => [base['id'], base['user_id']]))
      const shared = theirs.find(({ id, user_id }) => owners.has(id) && owners.get(id) === user_id)
      if (shared === undefined) return skip('no knowledge base is shared')
      const body = { query: 'conformance', top_k: 1 }
      const place = `${path}/${String(shared['id'])}/retrieve`
      return sendEach([await userCredential(session), other], (bearer) =>
        session.send({ method: 'POST', path: place, bearer, body }),
      )
    },
    read: (exchange, before) => {
      if (!isCall(exchange, 'POST', /^\/api\/knowledge-bases\/[^/]+\/retrieve$/)) return undefined
      const listed = before.get(listedRecords, pathOf(exchange).replace(/\/retrieve$/, ''))
      const user = subjectOf(exchange)
      if (user === undefined || !listed?.users.has(user)) return undefined
      // Only a retrieval by somebody who is certainly not the owner shows the option.
      if (typeof listed.owner !== 'string' || listed.owner === user) return []
      if (isAccepted(exchange)) return 'visible'
      return exchange.status === 404 ? 'owner' : undefined
    },
  },
  'channels.creation-status': {
    provoke: async ({ session, option }) => {
      const isRequired = (await option('channels.organization')) === 'required'
      return post(session, '/api/channels', {
        name: session.uniqueName('channel'),
        type: 'slack',
        is_active: false,
        ...(isRequired && { org_id: await organizationId(session) }),
      })
    },
    read: (exchange) =>
      isCall(exchange, 'POST', '/api/channels') && isAccepted(exchange)
        ? optionByStatus(exchange, { 200: '200', 201: '201' })
        : undefined,
  },
  'connections.partial-update': {
    provoke: async ({ session }) => {
      const body = { description: 'changed by the conformance suite' }
      return sendAsUser(session, { method: 'PUT', path: await mcpServerPath(session), body })
    },
    read: (exchange) => {
      if (!isCall(exchange, 'PUT', /^\/api\/(?:connectors|mcp-servers|orgs)\/[^/]+$/))
        return undefined
      const { body } = exchange.request
      if (!isObject(body) || !isUnset(body['name'])) return undefined
      if (isAccepted(exchange)) return 'partial'
      return complaintAbout(exchange, 'name') ? 'whole' : undefined
    },
  },
  'connections.audience': {
    provoke: async ({ session }) => {
      const connector = await post(session, '/api/connectors', {
        name: session.uniqueName('connector'),
        type: 'api',
        base_url: 'https://conformance.invalid',
        is_active: false,
      })
      const id = createdId(connector, 'a connector')
      // This publishes nothing: `scope` is missing, and the value of `visibility` does not exist.
      const body = { visibility: 'no-such-audience' }
      return post(session, `/api/connectors/${encodeId(id)}/publish`, body)
    },
    read: (exchange) => {
      if (!isCall(exchange, 'POST', publications)) return undefined
      const { scope, visibility } = fieldsOf(exchange)
      if (isUnset(scope) && complaintAbout(exchange, 'scope')) return 'scope'
      const isOptional = isAccepted(exchange) && isUnset(scope)
      return isOptional || (!isUnset(visibility) && complaintAbout(exchange, 'visibility'))
        ? 'visibility'
        : undefined
    },
  },
  'mcp-servers.stored-credentials': {
    provoke: async ({ session }) => {
      const path = `${await mcpServerPath(session)}/my-credentials`
      const values = { [headerName]: headerValue }
      const body = { env: values, headers: values }
      const stored = await sendAsUser(session, { method: 'PUT', path, body })
      if (!isAccepted(stored)) skip(`status ${stored.status} for storing credentials`)
      const exchange = await read(session, path)
      return isAccepted(exchange)
        ? exchange
        : skip(`status ${exchange.status} for reading credentials`)
    },
    read: (exchange, before) => {
      if (!isCall(exchange, 'GET', storedSecrets) || !isAccepted(exchange)) return undefined
      const stored = before.get(secrets, callerAndPath(exchange))
      if (stored === undefined || stored.size === 0) return undefined
      const places = [...walk(exchange.json)]
      const texts = new Set(places.map(({ value }) => value))
      const names = new Set(
        places.flatMap(({ key, value }) => [toLowerText(key), toLowerText(value)]),
      )
      const isName = (text: string) => stored.has(text) || text.length < minSecretLength
      if ([...stored.values()].some((text) => !isName(text) && texts.has(text))) return 'clear'
      return [...stored.keys()].some((name) => names.has(toLowerText(name)))
        ? 'names'
        : { came: 'neither names nor values of what was stored' }
    },
  },
} as const satisfies Observers

const read = async (session: TestSession, path: string, credential?: string): Promise<Exchange> =>
  readList(session, path, '', credential)

const post = (session: TestSession, path: string, body: JsonObject): Promise<Exchange> =>
  sendAsUser(session, { method: 'POST', path, body })

/**
 * Reads the id of the user's first organization: some deployments list channels by organization.
 */
async function organizationId(session: TestSession): Promise<string> {
  const id = itemsIn(await read(session, '/api/orgs'))[0]?.['id']
  return typeof id === 'string'
    ? id.toWellFormed()
    : skip('channels belong to organizations, and the user has none')
}

/** Reads the channels of the user, or of the first organization if channels belong to one. */
async function channels(session: TestSession) {
  const exchange = await read(session, '/api/channels')
  if (!isInvalid(exchange)) return itemsIn(exchange)
  const id = encodeId(await organizationId(session))
  return itemsIn(await readList(session, '/api/channels', `?org_id=${id}`))
}

/** Returns the id in the response to a creation. */
function createdId({ json, status }: Exchange, what: string): string {
  const id = member(member(json, 'data') ?? json, 'id')
  return typeof id === 'string' ? id : skip(`status ${status} for creating ${what}`)
}

/** The path of an inactive MCP server that is removed afterwards. */
const mcpServerPath = sharedSetUp('an MCP server', async (session) => {
  const server = await post(session, '/api/mcp-servers', {
    name: session.uniqueName('server'),
    transport: 'streamable_http',
    url: 'https://conformance.invalid/mcp',
    is_active: false,
  })
  return `/api/mcp-servers/${encodeId(createdId(server, 'an MCP server'))}`
})

// This name is valid both for a header and for an environment variable.
const headerName = 'X_CONFORMANCE'
const headerValue = 'not-a-secret-of-anyone'

const publications = /^\/api\/(?:agents|connectors|knowledge-bases|workflows)\/[^/]+\/publish$/

const storedSecrets = /^\/api\/mcp-servers\/[^/]+\/my-credentials$/

/** The minimum length of a secret: a shorter text may be in a response by chance. */
const minSecretLength = 6

const toLowerText = (value: unknown): string => String(value).toLowerCase()

/** Creates a `Reading` that shows whether the record at a path is in a success envelope. */
function recordEnvelope(path: RegExp) {
  return (exchange: Exchange) => {
    const { json } = exchange
    if (!isCall(exchange, 'GET', path) || !isAccepted(exchange)) return undefined
    if (!isObject(json)) return { came: 'no JSON object' }
    if (json['success'] === true && 'data' in json) return 'enveloped'
    return 'success' in json || 'data' in json
      ? { came: `an object with ${Object.keys(json).slice(0, 5).join(', ')}` }
      : 'bare'
  }
}

/** Collections whose records may belong to other users. */
const collections = /^\/api\/(?:connectors|mcp-servers|orgs|channels|knowledge-bases)$/

/** Returns the user of an exchange that lists one of the `collections`. */
const listingUser = (exchange: Exchange): string | undefined =>
  isCall(exchange, 'GET', collections) && isAccepted(exchange) ? subjectOf(exchange) : undefined

/** The collections that each user has listed. The key is the path and the user id. */
const listedCollections: HistoryIndex<true> = {
  changes: (exchange) => {
    const user = listingUser(exchange)
    return user === undefined ? [] : [[`${pathOf(exchange)} ${user}`, true]]
  },
}

type Listed = {
  /** The users to whom the record was listed. */
  readonly users: ReadonlySet<string>
  readonly owner: unknown
}

/** The listed records of the `collections`, by their paths. */
const listedRecords: HistoryIndex<Listed> = {
  *changes(exchange, before) {
    const path = pathOf(exchange)
    if (exchange.request.method === 'DELETE' && isAccepted(exchange)) yield [path]
    const user = listingUser(exchange)
    if (user === undefined) return
    for (const { id, user_id: owner } of itemsIn(exchange)) {
      if (typeof id !== 'string') continue
      const users = before.get(listedRecords, `${path}/${id}`)?.users
      yield [`${path}/${id}`, { users: new Set(users).add(user), owner }]
    }
  },
}

/** The last secret texts that a caller stored at a path, by their names. */
const secrets: HistoryIndex<ReadonlyMap<string, string>> = {
  changes: (exchange) =>
    isCall(exchange, 'PUT', storedSecrets) && isAccepted(exchange)
      ? [[callerAndPath(exchange), secretsIn(exchange)]]
      : [],
  bytesOf: (texts) => [...texts].flat().join('').length,
}

const callerAndPath = (exchange: Exchange): string =>
  `${subjectOrCredential(exchange)} ${pathOf(exchange)}`

/** Returns the text values in `env` and `headers` of a request body, by their names. */
function secretsIn(exchange: Exchange): ReadonlyMap<string, string> {
  const { env, headers } = fieldsOf(exchange)
  const texts = [env, headers].flatMap((each) => (isObject(each) ? Object.entries(each) : []))
  return new Map(texts.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])))
}

export const platformIndices = [listedCollections, listedRecords, secrets]
