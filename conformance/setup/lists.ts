import { memoizeByObject } from '../../contract/memoize.ts'
import type { Exchange } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { isAccepted, type Patience, pollUntil } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { sendAsUser } from './credentials.ts'
import { pathOf } from '../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { specifiedPage } from '../../contract/records/specified.ts'
import { decodeSegment } from '../../contract/operations/path-table.ts'

/** The four lists that the specification describes. */
export const lists = {
  keys: '/api/me/api-keys',
  conversations: '/api/conversations',
  'knowledge bases': '/api/knowledge-bases',
  agents: '/api/agents',
} as const

export type ListName = keyof typeof lists

export const listNames = Object.keys(lists) as readonly ListName[]

/** Encodes an id for a path or a query. */
export const encodeId = (id: string): string => encodeURIComponent(id.toWellFormed())

/** The decoded id that a path such as `<list>/{id}` or `<list>/{id}/<action>` names. */
export function idInPath(exchange: Exchange, list: string, action = ''): string | undefined {
  const path = pathOf(exchange)
  const end = action && `/${action}`
  if (!path.startsWith(`${list}/`) || !path.endsWith(end)) return undefined
  const id = path.slice(list.length + 1, path.length - end.length)
  return id === '' || id.includes('/') ? undefined : decodeSegment(id)
}

/** Reads a list with a query such as `?size=1`, by default as the user. */
export const readList = (
  session: TestSession,
  path: string,
  query = '',
  credential?: string,
): Promise<Exchange> => sendAsUser(session, { method: 'GET', path: path + query }, credential)

/** Reads a list without a query, once per run. Returns the response with any status. */
export const plainList = (session: TestSession, name: ListName): Promise<Exchange> =>
  session.once(`the list of ${name}`, () => readList(session, lists[name]))

/** Reads a list as the positive control of list checks. Throws `Blocked` if it is no list. */
export async function requireList(session: TestSession, name: ListName): Promise<Exchange> {
  const exchange = await plainList(session, name)
  if (isAccepted(exchange) && itemsOf(exchange) !== undefined) return exchange
  throw new Blocked(`${lists[name]} responds without a list of items (${exchange.status})`)
}

/**
 * Finds the items of a list in any known envelope, under any name. The check of the envelope does
 * not use this function.
 */
export const itemsOf = memoizeByObject(findItems)

/** The ids of the items on a page of a list, each as JSON, or `missing` for an item without id. */
export const idsOn = (exchange: Exchange): readonly string[] =>
  (itemsOf(exchange) ?? []).map((item) => formatValue(item['id']))

function findItems({ json }: Exchange): readonly JsonObject[] | undefined {
  const data = member(json, 'data')
  const places = [
    asArray(member(json, 'items')),
    asArray(member(data, 'items')),
    json,
    data,
    onlyArrayOf(json),
    onlyArrayOf(data),
  ]
  return places.find(Array.isArray)?.filter(isObject)
}

/** Converts items in an object, `{"0": {…}, "1": {…}}`, to an array. */
function asArray(items: unknown): unknown {
  const values = isObject(items) ? Object.values(items) : []
  return values.length > 0 && values.every(isObject) ? values : items
}

/** The array in an object with exactly one array, such as `{keys: […], total: 3}`. */
function onlyArrayOf(value: unknown): unknown {
  if (!isObject(value)) return undefined
  const arrays = Object.values(value).filter(Array.isArray)
  return arrays.length === 1 ? arrays[0] : undefined
}

/** The id of a record as text. A number is accepted here, because another check reports it. */
export function idOf(record: unknown, key = 'id'): string | undefined {
  const id = member(record, key)
  return typeof id === 'string' && id !== ''
    ? id
    : Number.isSafeInteger(id)
      ? String(id)
      : undefined
}

/** The ids of the items of a list, read once per run; empty if the target has no such list. */
export const listedIds = (
  session: TestSession,
  path: string,
  key?: string,
): Promise<readonly string[]> =>
  session.once(`the ids in ${path}`, async () => {
    const exchange = await readList(session, path)
    if (exchange.status === 401) throw new Blocked('the credential is no longer accepted')
    const items = isAccepted(exchange) ? (itemsOf(exchange) ?? []) : []
    return items.flatMap((item) => idOf(item, key) ?? [])
  })

/**
 * Reads a page with size 100. If the target refuses this size, reads a page of the default size.
 * Another check reports the refusal.
 */
export async function readLargestPage(
  session: TestSession,
  path: string,
  page = 1,
  credential?: string,
): Promise<Exchange> {
  const exchange = await readList(session, path, `?page=${page}&size=100`, credential)
  const isRefused = exchange.status === 400 || exchange.status === 422
  return isRefused ? readList(session, path, `?page=${page}`, credential) : exchange
}

/** An item of a list, if it was found, and the last page that was read. */
export type FoundItem = {
  readonly item: JsonObject | undefined
  readonly exchange: Exchange
  /** Whether the list has more pages, and the item was on none of those that were read. */
  readonly isCut: boolean
}

/** Throws `Blocked` if an item was not found in a list that is too long to be read to its end. */
export function requireEnd(found: FoundItem): FoundItem {
  if (!found.isCut) return found
  throw new Blocked(`${pathOf(found.exchange)} has more pages than the suite reads`)
}

/** Repeats a search until `settled` accepts its item, because a list may be updated late. */
export async function pollItem(
  session: TestSession,
  find: () => Promise<FoundItem>,
  settled: (item: JsonObject | undefined) => boolean,
  patience?: Patience,
): Promise<FoundItem> {
  let found: FoundItem | undefined
  const read = async () => {
    found = await find()
    return found.exchange
  }
  const { exchange } = await pollUntil(session, read, () => settled(found?.item), patience)
  return { item: undefined, isCut: false, ...found, exchange }
}

/**
 * Reads up to `maxPages` pages of 100 items, until `wanted` returns true for an item. The last page
 * is the second to be read, because a new item is on the first page or on the last one.
 */
export async function findItem(
  session: TestSession,
  path: string,
  wanted: (item: JsonObject) => boolean,
  credential?: string,
  maxPages = 20,
): Promise<FoundItem> {
  let pages = Number.NaN
  for (let page = 1, count = 1; ; count += 1) {
    const exchange = await readLargestPage(session, path, page, credential)
    const items = itemsOf(exchange)
    if (items === undefined) throw new Blocked(`${path} responds without a list of items`)
    const item = items.find(wanted)
    // `pages` is NaN if the target sends no number; another check reports that.
    if (count === 1) pages = Math.ceil(pagesOf(exchange))
    const isEnd = count >= pages || (items.length === 0 && page !== pages)
    if (item || isEnd || count >= maxPages) return { item, exchange, isCut: !item && !isEnd }
    page = !(pages > 2) ? count + 1 : count === 1 ? pages : count
  }
}

// A list without the field `pages`, such as an array, has one page.
const pagesOf = ({ json }: Exchange): number =>
  Number(member(json, 'pages') ?? member(member(json, 'data'), 'pages') ?? 1)

/**
 * The object with the page fields, such as `total`, also inside an envelope. Throws `Blocked` for
 * an array without page fields, which another check reports.
 */
export function pageOf({ json, request }: Exchange): JsonObject {
  const data = member(json, 'data')
  const page = isObject(data) && member(json, 'items') === undefined ? data : json
  if (isObject(page) && !Array.isArray(data)) return page
  throw new Blocked(`${request.path} lists an array without the fields of a page`)
}

/** Whether an accepted read shows a page: at most one field of the envelope is absent. */
export const isPage = (exchange: Exchange): boolean =>
  isAccepted(exchange) &&
  exchange.request.method === 'GET' &&
  Object.keys(specifiedPage.shape).filter((field) => member(exchange.json, field) !== undefined)
    .length >= 4

/** Reads a page with this query, after the list without a query was read successfully. */
export async function readPage(
  session: TestSession,
  name: ListName,
  query: string,
): Promise<Exchange> {
  await requireList(session, name)
  return requireUser(await readList(session, lists[name], query))
}

/** Throws `Blocked` if a response is 401: the credential may have expired during the run. */
export function requireUser(exchange: Exchange): Exchange {
  if (exchange.status !== 401) return exchange
  throw new Blocked('the credential of the user is no longer accepted')
}

/**
 * Reads a number field of a page, or a text of digits. Throws `Blocked` for any other value.
 * Another check reports wrong types.
 */
export const pageNumber = (
  exchange: Exchange,
  key: 'total' | 'page' | 'size' | 'pages',
): number => {
  const value = pageOf(exchange)[key]
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number') throw new Blocked(`${key} is not a number`)
  return number
}

/** The values that may be the `agent_id` of an agent in paths, the most probable one first. */
export const agentIdsOf = (agent: unknown): readonly string[] => [
  ...new Set([idOf(agent, 'agent_id'), idOf(agent)].filter((id) => id !== undefined)),
]

/** Returns the id of an agent that the user can see, or undefined. */
export const agentId = sharedSetUp('the id of an agent', async (session) => {
  const item = itemsOf(await requireList(session, 'agents'))?.[0] ?? {}
  const ids = agentIdsOf(item)
  if (ids.length === 1) return ids[0]
  // The fields of an agent are not specified, so tries each possible id, or else the first texts.
  const texts = Object.values(item).filter((value) => typeof value === 'string')
  for (const text of ids.length > 0 ? ids : texts.slice(0, 5)) {
    if (isAccepted(await readList(session, `${lists.agents}/${encodeId(text)}`))) return text
  }
  return ids[0]
})

/** Returns the id of a knowledge base that the user can see, or undefined. */
export const knowledgeBaseId = sharedSetUp('the id of a knowledge base', async (session) =>
  idOf(itemsOf(await requireList(session, 'knowledge bases'))?.[0]),
)
