import { isObject, type JsonObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member, valueAt, walk } from '../session/json.ts'
import { readFrame } from '../stream/stream.ts'
import { itemsIn, noOption, observed, type Readings } from './observer.ts'

// A longer response shows nothing that its beginning does not show.
const maxValues = 2000

/** The format of a timestamp; `undefined` for anything that is none. */
export function timestampFormat(moment: unknown) {
  if (typeof moment === 'number') return 'epoch'
  const [, zone] = /T[\d:.]+(.*)/s.exec(String(moment)) ?? []
  if (zone === 'Z') return 'z'
  if (zone === '') return 'naive'
  if (zone === undefined) return undefined
  if (/^[+-]00:?00$/.test(zone)) return 'offset'
  return /^[+-]\d\d:?\d\d$/.test(zone) ? 'local' : undefined
}

/** The form of a list; `undefined` if the response lists nothing. */
export function envelopeOf({ json }: Exchange) {
  if (Array.isArray(json)) return 'array'
  const data = member(json, 'data')
  if (Array.isArray(data)) return 'data'
  if (Array.isArray(member(data, 'items'))) return 'wrapped'
  if (!Array.isArray(member(json, 'items'))) return undefined
  if (isObject(json) && 'total' in json) return 'page'
  return isObject(json) && Object.keys(json).join() === 'items' ? 'items' : undefined
}

/** Reads a number of the page, in or outside of an envelope. */
export const pageNumber = ({ json }: Exchange, name: string): number | undefined => {
  const number = member(json, name) ?? valueAt(json, ['data', name])
  return typeof number === 'number' ? number : undefined
}

export const sizeOf = (exchange: Exchange, size: number) =>
  size === 20 ? observed(exchange, '20') : observed(exchange, 'items', size)

/** Lists that the survey reads; other arrays are fields of records. */
const listPaths =
  /^\/api\/(?:me\/api-keys|conversations|knowledge-bases|agents|connectors|mcp-servers|channels|orgs|models|workflows|admin\/users|admin\/audit-log|admin\/system\/health)(?:\?|$)/

const isList = (exchange: Exchange): boolean =>
  exchange.request.method === 'GET' && isAccepted(exchange) && listPaths.test(exchange.request.path)

/** The records of a response: the items of a list, or its one object. */
function recordsIn(exchange: Exchange): readonly JsonObject[] {
  if (isList(exchange)) return itemsIn(exchange)
  const { json } = exchange
  const data = member(json, 'data')
  const record = isObject(data) ? data : json
  return isObject(record) ? [record] : []
}

/** Optional fields of the specification, by the operations whose records have them. */
const optionalFields: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/api\/me\/api-keys/, ['expires_at', 'last_used_at', 'scopes']],
  [/^\/api\/conversations/, ['agent_id', 'model_name']],
]

const fieldsOf = ({ request }: Exchange): readonly string[] =>
  optionalFields.find(([path]) => path.test(request.path))?.[1] ?? []

/** Whether some records of a list have a field that others lack. */
function lackFields(records: readonly JsonObject[]): boolean {
  const forms = new Set(records.map((record) => Object.keys(record).toSorted().join()))
  return forms.size > 1
}

/** The format of records and lists (2), from any response. */
export const recordReadings = {
  'records.timestamps': (exchange) => {
    if (!isAccepted(exchange)) return undefined
    const bodies =
      exchange.events.length > 0
        ? exchange.events.map((event) => readFrame(event).payload)
        : [exchange.json]
    const looks = []
    let visited = 0
    for (const place of bodies.flatMap((body) => (isObject(body) || Array.isArray(body) ? [body] : []))) {
      for (const { key, value } of walk(place)) {
        if ((visited += 1) > maxValues) return looks
        // The times of plan steps are a choice of their own if they are numbers.
        const isStep = exchange.events.length > 0
        const isTime = isStep ? key.endsWith('_at') && typeof value !== 'number' : key === 'created_at'
        const form = isTime && value !== null ? timestampFormat(value) : undefined
        if (form !== undefined) looks.push(observed(exchange, form))
      }
    }
    return looks
  },
  'records.empty-fields': (exchange) => {
    if (!isAccepted(exchange) || exchange.events.length > 0) return undefined
    const records = recordsIn(exchange)
    if (records.some((record) => Object.values(record).includes(null)))
      return observed(exchange, 'null')
    const isAbsent = records.some((record) =>
      fieldsOf(exchange).some((name) => 'id' in record && !(name in record)),
    )
    return isAbsent || (isList(exchange) && lackFields(records))
      ? observed(exchange, 'absent')
      : undefined
  },
  'records.content-type': (exchange) => {
    if (exchange.json === undefined || exchange.status >= 500) return undefined
    const type = exchange.headers.get('content-type') ?? ''
    if (/^application\/json\s*;\s*charset=/i.test(type)) return observed(exchange, 'charset')
    return /^application\/json\s*$/i.test(type)
      ? observed(exchange, 'plain')
      : noOption(exchange, `content type ${type}`)
  },
  'lists.envelope': (exchange) => {
    if (!isList(exchange)) return undefined
    const envelope = envelopeOf(exchange)
    return envelope === undefined
      ? noOption(exchange, 'no list in a known form')
      : observed(exchange, envelope)
  },
  'lists.default-size': (exchange) => {
    if (!isList(exchange) || /[?&]size=/.test(exchange.request.path)) return undefined
    const size = pageNumber(exchange, 'size')
    return size === undefined ? undefined : sizeOf(exchange, size)
  },
  'lists.pages-when-empty': (exchange) => {
    if (!isList(exchange) || pageNumber(exchange, 'total') !== 0) return undefined
    const pages = pageNumber(exchange, 'pages')
    if (pages === 0 || pages === 1) return observed(exchange, `${pages}`)
    return pages === undefined ? undefined : noOption(exchange, `pages ${pages}`)
  },
} as const satisfies Readings
