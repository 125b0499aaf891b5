import { pathOf } from '../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { excerpt } from '../report/evidence.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { type Exchange, queryOf } from '../session/exchange.ts'
import { formatValue, member, walk } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { conversationId, createdConversation, searchParameter } from '../setup/conversations.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { issuedKey } from '../setup/keys.ts'
import { listNames, lists, plainList, readList } from '../setup/lists.ts'
import { framesIn } from '../stream/stream.ts'
import type { History, HistoryIndex } from '../history/history.ts'
import { isCreation } from './known-conversations.ts'
import { ownerOf } from '../history/credentials.ts'
import type { OptionReading } from './look.ts'
import { type ObserverContext, type Observers, sendEach } from './observer.ts'
import { filtersOf, isCall } from '../session/request.ts'
import { isInvalid, itemsIn, pageNumber } from '../history/response.ts'
import { isUuid } from '../../contract/uuid.ts'

/** One observer for each choice about record formats and list pages (2, 4.C3). */
export const recordObservers = {
  'records.timestamps': {
    isShownEverywhere: true,
    provoke: filledLists,
    read: (exchange) => {
      if (!isAccepted(exchange)) return undefined
      // Another choice decides whether the times of plan steps are numbers.
      if (exchange.events.length > 0)
        return formatsOf(timesInEvents(exchange).filter((time) => typeof time !== 'number'))
      const created = timesIn(exchange.json, /^created_at$/)
      // Prefers `created_at`: other times may come from another source and have another format.
      const formats = formatsOf(created.length > 0 ? created : timesIn(exchange.json, /_at$/))
      const [strange] = created.filter((time) => timestampFormat(time) === undefined)
      return strange === undefined || formats.length > 0
        ? formats
        : { came: `\`created_at\` is ${excerpt(formatValue(strange), 40)}` }
    },
  },
  'records.empty-fields': {
    isShownEverywhere: true,
    provoke: async ({ session }) => {
      // The keys that this run creates have no expiry, so their records have an empty field.
      await issuedKey(session, 'full')
      return readList(session, lists.keys)
    },
    read: (exchange, before) => {
      if (!isAccepted(exchange) || exchange.events.length > 0) return undefined
      const records = recordsIn(exchange)
      if (records.some((record) => Object.values(record).includes(null))) return 'null'
      const [, optional = []] = optionalFields.find(([path]) => path.test(pathOf(exchange))) ?? []
      // A missing field shows the option if it is optional or was null in an earlier response.
      const isAbsent = records.some((record) => {
        const names = [...optional, ...nullFieldsOf(record, before)]
        return 'id' in record && names.some((name) => !(name in record))
      })
      return isAbsent || (isList(exchange) && lackFields(records)) ? 'absent' : undefined
    },
  },
  'records.ids': {
    provoke: async ({ session }) => (await createdConversation(session, 'titled')).exchange,
    read: (exchange) => {
      const id = isCreation(exchange) ? conversationId(exchange.json) : undefined
      return id === undefined ? undefined : isUuid(id) ? 'uuid' : 'other'
    },
  },
  'records.content-type': {
    isShownEverywhere: true,
    provoke: filledLists,
    read: ({ json, status, headers }) => {
      if (json === undefined || status >= 500) return undefined
      const type = headers.get('content-type') ?? ''
      if (/^application\/json\s*;\s*charset=/i.test(type)) return 'charset'
      return /^application\/json\s*$/i.test(type) ? 'plain' : { came: `content type ${type}` }
    },
  },
  'lists.envelope': {
    isShownEverywhere: true,
    provoke: async ({ session }) => (await plainLists(session)).filter(isAccepted),
    read: (exchange) =>
      isList(exchange) ? (envelopeOf(exchange) ?? { came: 'no list in a known form' }) : undefined,
  },
  'lists.default-size': {
    isShownEverywhere: true,
    provoke: async (context) => [
      ...(await filledLists(context)),
      ...(await readUnsizedListsTwice(context.session)),
    ],
    read: (exchange, before) => {
      if (!isList(exchange)) return undefined
      const query = queryOf(exchange)
      if (!isFirstPage(exchange)) return []
      const size = pageNumber(exchange, 'size')
      if (size !== undefined) return query.has('size') ? [] : sizeOf(size)
      // If the page has no `size`, the default size only shows in a list longer than one page.
      const earlierLengths = lengthsBefore(exchange, before)
      const { length } = itemsIn(exchange)
      const [plain = 0, whole = 0] = query.has('size')
        ? [earlierLengths.plain, length]
        : [length, earlierLengths.large]
      return plain > 0 && whole > plain ? sizeOf(plain) : []
    },
  },
  'lists.oversize': {
    provoke: ({ session }) => readAll(session, '?size=101'),
    read: (exchange) => {
      if (!isListCall(exchange) || !(Number(queryOf(exchange).get('size')) > 100)) return undefined
      if (isInvalid(exchange)) return 'refused'
      if (!isAccepted(exchange)) return undefined
      const size = pageNumber(exchange, 'size') ?? itemsIn(exchange).length
      return size <= 100 ? 'clamped' : { came: `a page of ${size} items` }
    },
  },
  'lists.page-beyond-end': {
    provoke: async ({ session }) => {
      await issuedKey(session, 'full')
      // Uses only lists with items, because an empty list has no page after the last one.
      const filled = (await plainLists(session)).filter((list) => itemsIn(list).length > 0)
      return sendEach(filled, ({ request }) => readList(session, request.path, '?page=100000'))
    },
    read: (exchange, before) => {
      if (!isListCall(exchange)) return undefined
      const page = Number(queryOf(exchange).get('page'))
      if (!(page > 1) || filtersOf(exchange).length > 0) return undefined
      if (exchange.status === 404) return 'missing'
      if (!isAccepted(exchange) || envelopeOf(exchange) === undefined) return undefined
      const { plain = 0 } = lengthsBefore(exchange, before)
      const isFilled = plain > 0 || (pageNumber(exchange, 'total') ?? 0) > 0
      if (itemsIn(exchange).length === 0) return isFilled ? 'empty' : []
      // If the page has no field `pages`, assumes a number that no real list reaches.
      const pages = pageNumber(exchange, 'pages') ?? 9999
      return page > pages ? 'last' : []
    },
  },
  'lists.pages-when-empty': {
    isShownEverywhere: true,
    provoke: async ({ session }) => {
      const name = await searchParameter(session)
      // This text is the same in each run, because the evidence contains it.
      const nothing = `?${name}=no-record-has-this`
      const exchanges = name ? [await readList(session, lists.conversations, nothing)] : []
      // Also reads the lists of the second user, because some lists of the user may be empty.
      const other = await otherUserCredential(session).catch(() => undefined)
      if (other !== undefined) exchanges.push(...(await readAll(session, '', other)))
      const empty = exchanges.filter((exchange) => pageNumber(exchange, 'total') === 0)
      if (empty.length === 0) skip('no list of this run is empty and says its total')
      return empty
    },
    read: (exchange) => {
      if (!isList(exchange) || pageNumber(exchange, 'total') !== 0) return undefined
      const pages = pageNumber(exchange, 'pages')
      if (pages === 0 || pages === 1) return `${pages}`
      return { came: pages === undefined ? 'a page without `pages`' : `pages ${pages}` }
    },
  },
} as const satisfies Observers

/** Reads all lists, after a key was created so that at least the list of keys has an item. */
async function filledLists({ session }: ObserverContext): Promise<readonly Exchange[]> {
  await issuedKey(session, 'full')
  return (await plainLists(session)).filter(isAccepted)
}

/** Reads the four lists without a query. Returns the responses with any status. */
const plainLists = (session: TestSession): Promise<readonly Exchange[]> =>
  sendEach(listNames, (name) => plainList(session, name))

/** Reads each list with a query, by default as the user. */
const readAll = (session: TestSession, query: string, credential?: string) =>
  sendEach(Object.values(lists), (path) => readList(session, path, query, credential))

/** Reads a list twice if its pages lack the field `size`: with the default size and with 100. */
const readUnsizedListsTwice = (session: TestSession): Promise<readonly Exchange[]> =>
  sendEach(Object.values(lists), async (path) => {
    // Sends a new request, because the run may have created items since `plainList` read the list.
    const exchange = await readList(session, path)
    if (!isAccepted(exchange) || pageNumber(exchange, 'size') !== undefined) return []
    return [exchange, await readList(session, path, '?size=100')]
  })

/** The seconds from 1970 to the year 5138. A greater number counts milliseconds. */
const maxSeconds = 1e11

/** Returns the format of a timestamp; `undefined` if the value is not a timestamp. */
function timestampFormat(moment: unknown) {
  if (typeof moment === 'number') return moment < maxSeconds ? 'epoch' : undefined
  const [, zone] = /T[\d:.]+(.*)/s.exec(String(moment)) ?? []
  if (zone === 'Z') return 'z'
  if (zone === '') return 'naive'
  if (zone === undefined) return undefined
  if (/^[+-]00:?00$/.test(zone)) return 'offset'
  return /^[+-]\d\d:?\d\d$/.test(zone) ? 'local' : undefined
}

const formatsOf = (times: readonly unknown[]) => [
  ...new Set(times.flatMap((time) => timestampFormat(time) ?? [])),
]

/** Returns the values of all fields whose names match. */
function timesIn(document: unknown, name: RegExp): readonly unknown[] {
  // Reads only the first 2000 values, because all times of a response have the same format.
  return walk(document)
    .take(2000)
    .filter(({ key, value }) => name.test(key) && value !== null)
    .map(({ value }) => value)
    .toArray()
}

/** Returns the times in a stream, without `awaiting_confirmation`: another choice decides those. */
function timesInEvents(exchange: Exchange): readonly unknown[] {
  const frames = framesIn(exchange).filter(({ type }) => type !== 'awaiting_confirmation')
  return timesIn(
    frames.map(({ payload }) => payload),
    /_at$/,
  )
}

/** Fields that are optional in the specification, by the paths whose responses have them. */
const optionalFields: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/api\/me\/api-keys/, ['expires_at', 'last_used_at', 'scopes']],
  [/^\/api\/conversations/, ['agent_id', 'model_name']],
]

/** Whether some records of a list lack fields that other records have. */
function lackFields(records: readonly JsonObject[]): boolean {
  const forms = new Set(records.map((record) => Object.keys(record).toSorted().join()))
  return forms.size > 1
}

/** Whether a request is a `GET` of one of the known lists. */
const isListCall = (exchange: Exchange): boolean =>
  isCall(
    exchange,
    'GET',
    /^\/api\/(?:me\/api-keys|conversations|knowledge-bases|agents|connectors|mcp-servers|channels|orgs|models|workflows|admin\/users|admin\/audit-log|admin\/system\/health)$/,
  )

/** Whether an exchange is a successful `GET` of one of the known lists. */
const isList = (exchange: Exchange): boolean => isListCall(exchange) && isAccepted(exchange)

/** Returns the option of `lists.envelope` that a response shows; `undefined` for unknown forms. */
function envelopeOf({ json }: Exchange) {
  if (Array.isArray(json)) return 'array'
  const data = member(json, 'data')
  if (Array.isArray(data)) return 'data'
  if (Array.isArray(member(data, 'items'))) return 'wrapped'
  if (!isObject(json) || !Array.isArray(json['items'])) return undefined
  if ('total' in json) return 'page'
  return Object.keys(json).join() === 'items' ? 'items' : undefined
}

const sizeOf = (size: number): OptionReading<'lists.default-size'> =>
  size === 20 ? '20' : { option: 'items', value: size }

/** Whether a request asks for the first page of a list without filters. */
const isFirstPage = (exchange: Exchange): boolean =>
  (queryOf(exchange).get('page') ?? '1') === '1' && filtersOf(exchange).length === 0

/** The minimum page size that counts as large: more than the default size of most deployments. */
const largeSize = 50

type ListLengths = {
  readonly path: string
  readonly sender: string | undefined
  /** The number of items in the response to a request without `size`. */
  readonly plain?: number
  readonly large?: number
}

/** The lengths of first pages, by path and caller. A write to a list deletes the entry. */
const listLengths: HistoryIndex<ListLengths> = {
  *changes(exchange, before) {
    const path = pathOf(exchange)
    if (isList(exchange)) {
      const query = queryOf(exchange)
      const earlierLengths = lengthsBefore(exchange, before)
      const { length } = itemsIn(exchange)
      const isLarge = Number(query.get('size')) >= largeSize
      if (isFirstPage(exchange) && (isLarge || !query.has('size')))
        yield [keyOf(earlierLengths), { ...earlierLengths, [isLarge ? 'large' : 'plain']: length }]
    } else if (isAccepted(exchange) && exchange.request.method !== 'GET') {
      for (const list of before.all(listLengths))
        if (path.startsWith(list.path)) yield [keyOf(list)]
    }
  },
}

function lengthsBefore(exchange: Exchange, before: History): ListLengths {
  const list = { path: pathOf(exchange), sender: ownerOf(exchange, before) }
  return before.get(listLengths, keyOf(list)) ?? list
}

const keyOf = ({ path, sender }: ListLengths): string => `${path} ${sender}`

/** The fields that were null in some response, by the ids of their records. */
const nullFields: HistoryIndex<ReadonlySet<string>> = {
  *changes(exchange, before) {
    if (!isAccepted(exchange)) return
    for (const record of recordsIn(exchange)) {
      const fields = Object.keys(record).filter((name) => record[name] === null)
      const { id } = record
      if (typeof id === 'string' && fields.length > 0)
        yield [id, new Set([...nullFieldsOf(record, before), ...fields])]
    }
  },
}

const nullFieldsOf = ({ id }: JsonObject, before: History): ReadonlySet<string> =>
  (typeof id === 'string' ? before.get(nullFields, id) : undefined) ?? new Set()

/** Returns the records in a response: the items of a list, else the object in the response. */
function recordsIn(exchange: Exchange): readonly JsonObject[] {
  if (isList(exchange)) return itemsIn(exchange)
  const { json } = exchange
  const data = member(json, 'data')
  // A success envelope whose `data` is not an object contains no record.
  if (!isObject(data) && member(json, 'success') !== undefined) return []
  const record = isObject(data) ? data : json
  if (!isObject(record)) return []
  // A login response has the record in `user`. A response with a new key may have it in `api_key`.
  const inner = record['user'] ?? record['api_key']
  return isObject(inner) ? [inner] : [record]
}

export const recordIndices = [listLengths, nullFields]
