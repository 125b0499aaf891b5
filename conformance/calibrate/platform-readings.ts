import { isObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { valueAt, walk } from '../session/json.ts'
import { fieldsOf, isUnset, queryOf, userOf } from './callers.ts'
import { pathOf } from '../../contract/exchange.ts'
import { complaintAbout } from './complaints.ts'
import { anyErrorCode, byStatus, isInvalid, noOption, observed } from './look.ts'
import type { Readings } from './observer.ts'

const isRequest = (exchange: Exchange, method: string, path: RegExp): boolean =>
  exchange.request.method === method && path.test(pathOf(exchange))

/** Whether a record is in a success envelope. */
function readRecordEnvelope(exchange: Exchange) {
  const { json } = exchange
  if (!isObject(json)) return noOption(exchange, 'no JSON object')
  if (json['success'] === true && 'data' in json) return observed(exchange, 'enveloped')
  return 'success' in json || 'data' in json
    ? noOption(exchange, `an object with ${Object.keys(json).slice(0, 5).join(', ')}`)
    : observed(exchange, 'bare')
}

const publications = /^\/api\/(?:agents|connectors|knowledge-bases|workflows)\/[^/]+\/publish$/

/** A shorter text may be there for another reason. */
const shortestSecret = 6

const lower = (value: unknown): string => String(value).toLowerCase()

/** Operations that the specification only names, and the version (4.4, 4.7, 9), from any exchange. */
export const platformReadings = {
  'connections.of-others': (exchange, before) => {
    if (!isRequest(exchange, 'GET', /^\/api\/(?:connectors|mcp-servers|orgs|channels)\/[^/]+$/))
      return undefined
    const path = pathOf(exchange)
    const user = userOf(exchange)
    const listed = before.listings.get(path)
    if (user === undefined || listed === undefined || listed.users.has(user)) return undefined
    // The user may list such records, and is not refused for another reason.
    if (!before.listings.hasListed(path.replace(/\/[^/]+$/, ''), user)) return undefined
    // The user may see more than the list shows.
    if (isAccepted(exchange)) return []
    return exchange.status === 403 || exchange.status === 404
      ? byStatus(exchange, { 403: 'forbidden', 404: 'missing' })
      : undefined
  },
  'connectors.missing-base-url': (exchange) => {
    if (!isRequest(exchange, 'POST', /^\/api\/connectors$/)) return undefined
    const { name, type, base_url } = fieldsOf(exchange)
    if (typeof name !== 'string' || type !== 'api' || !isUnset(base_url)) return undefined
    if (complaintAbout(exchange, 'base_url')) return observed(exchange, 'validation')
    const code = anyErrorCode(exchange) ?? 'bad_request'
    const isReason = code === 'bad_request' && /base.?url/i.test(exchange.text)
    return exchange.status === 400 && !isInvalid(exchange) && isReason
      ? observed(exchange, 'bad_request')
      : undefined
  },
  'channels.organization': (exchange) => {
    if (!isRequest(exchange, 'GET', /^\/api\/channels$/)) return undefined
    if (queryOf(exchange).has('org_id')) return undefined
    if (complaintAbout(exchange, 'org_id')) return observed(exchange, 'required')
    return isAccepted(exchange) ? observed(exchange, 'optional') : undefined
  },
  'channels.envelope': (exchange) => {
    const isOne = isRequest(exchange, 'GET', /^\/api\/channels\/(?!discover-chats$)[^/]+$/)
    return isOne && isAccepted(exchange) ? readRecordEnvelope(exchange) : undefined
  },
  'administration.envelope': (exchange) =>
    isRequest(exchange, 'GET', /^\/api\/admin\/(?:stats|settings)$/) && isAccepted(exchange)
      ? readRecordEnvelope(exchange)
      : undefined,
  'versioning.published': (exchange) => {
    if (!isRequest(exchange, 'GET', /^\/api\/version$/) || !isAccepted(exchange)) return undefined
    const version =
      valueAt(exchange.json, ['version']) ?? valueAt(exchange.json, ['data', 'version'])
    if (typeof version !== 'string') return noOption(exchange, 'a response without version')
    if (version === '0.8.0' || version === '0.8.9') return observed(exchange, version)
    return observed(exchange, 'release', version)
  },
  'knowledge-bases.retrieval-reach': (exchange, before) => {
    if (!isRequest(exchange, 'POST', /^\/api\/knowledge-bases\/[^/]+\/retrieve$/)) return undefined
    const listed = before.listings.get(pathOf(exchange).replace(/\/retrieve$/, ''))
    const user = userOf(exchange)
    if (user === undefined || !listed?.users.has(user)) return undefined
    // It shows nothing if the owner retrieves, or if nothing says who owns it.
    if (typeof listed.owner !== 'string' || listed.owner === user) return []
    if (isAccepted(exchange)) return observed(exchange, 'visible')
    return exchange.status === 404 ? observed(exchange, 'owner') : undefined
  },
  'channels.creation-status': (exchange) =>
    isRequest(exchange, 'POST', /^\/api\/channels$/) && isAccepted(exchange)
      ? byStatus(exchange, { 200: '200', 201: '201' })
      : undefined,
  'connections.partial-update': (exchange) => {
    if (!isRequest(exchange, 'PUT', /^\/api\/(?:connectors|mcp-servers|orgs)\/[^/]+$/))
      return undefined
    const { name } = fieldsOf(exchange)
    if (!isObject(exchange.request.body) || !isUnset(name)) return undefined
    if (isAccepted(exchange)) return observed(exchange, 'partial')
    return complaintAbout(exchange, 'name') ? observed(exchange, 'whole') : undefined
  },
  'connections.audience': (exchange) => {
    if (!isRequest(exchange, 'POST', publications)) return undefined
    const { scope, visibility } = fieldsOf(exchange)
    if (isUnset(scope) && complaintAbout(exchange, 'scope')) return observed(exchange, 'scope')
    const isOptional = isAccepted(exchange) && isUnset(scope)
    return isOptional || (!isUnset(visibility) && complaintAbout(exchange, 'visibility'))
      ? observed(exchange, 'visibility')
      : undefined
  },
  'mcp-servers.stored-credentials': (exchange, before) => {
    const isRead = isRequest(exchange, 'GET', /^\/api\/mcp-servers\/[^/]+\/my-credentials$/)
    const stored = isRead && isAccepted(exchange) ? before.listings.secretsAt(exchange) : undefined
    if (stored === undefined || stored.size === 0) return undefined
    const places = [...walk(exchange.json)]
    const texts = new Set(places.map(({ value }) => value))
    const names = new Set(places.flatMap(({ key, value }) => [lower(key), lower(value)]))
    const isName = (text: string) => stored.has(text) || text.length < shortestSecret
    if ([...stored.values()].some((text) => !isName(text) && texts.has(text)))
      return observed(exchange, 'clear')
    return [...stored.keys()].some((name) => names.has(lower(name)))
      ? observed(exchange, 'names')
      : noOption(exchange, 'neither names nor values of what was stored')
  },
} as const satisfies Readings
