import type { JsonObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import { searchParameters } from '../setup/conversations.ts'
import { lists } from '../setup/lists.ts'
import { pathOf } from '../../contract/exchange.ts'
import { complaintAbout } from './complaints.ts'
import { filtersOf, totalOf } from './conversation-counts.ts'
import { itemsIn, observed } from './look.ts'
import { parseMoment } from './moments.ts'
import type { Readings } from './observer.ts'

/** Fewer conversations are in several orders at once. */
const fewest = 3

/** Lists of conversations (4.3), from any exchange. */
export const conversationListReadings = {
  'conversations.order': (exchange) => {
    if (totalOf(exchange) === undefined || filtersOf(exchange).length > 0) return undefined
    const items = itemsIn(exchange)
    if (items.length < fewest) return []
    const orders = new Set(timeFields.flatMap((field) => ordersBy(items, field)))
    const [order] = orders
    return order !== undefined && orders.size === 1 ? observed(exchange, order) : []
  },
  'conversations.search-parameter': (exchange, before) => {
    if (exchange.request.method !== 'GET' || pathOf(exchange) !== lists.conversations)
      return undefined
    const filters = filtersOf(exchange)
    const [name = '', text = ''] = filters[0] ?? []
    if (filters.length !== 1 || !searchParameters.includes(name)) return undefined
    const total = totalOf(exchange)
    const last = before.conversationCounts.before(exchange)
    // A parameter that does not search is ignored.
    const isSearch = isAccepted(exchange)
      ? total !== undefined && last?.turns.length === 0 && total < last.total
      : refusesLength(text, complaintAbout(exchange, name))
    if (!isSearch) return undefined
    return name === 'q' ? observed(exchange, 'q') : observed(exchange, 'named', name)
  },
  'turn.without-conversation': (exchange, before) => {
    const total = totalOf(exchange)
    const last = before.conversationCounts.before(exchange)
    if (total === undefined || last === undefined || filtersOf(exchange).length > 0)
      return undefined
    const [turn, another] = last.turns
    if (turn === undefined || another !== undefined) return undefined
    if (total === last.total) return { option: 'not-stored', exchange: turn }
    return total === last.total + 1 ? { option: 'makes-one', exchange: turn } : undefined
  },
} as const satisfies Readings

/** Whether a text is refused because it is empty or longer than any search may be. */
const refusesLength = (text: string, complaint: JsonObject | undefined): boolean =>
  (text.length === 0 || text.length > 200) &&
  /too_(?:long|short)|(?:max|min)_length/.test(String(complaint?.['type']))

// The specification does not name the time that "newest" is about.
const timeFields = ['created_at', 'updated_at'] as const

type Order = 'oldest' | 'newest' | 'starred-first'

/** The orders that a list could be in, by one of the times of its items. */
function ordersBy(
  items: readonly JsonObject[],
  field: (typeof timeFields)[number],
): readonly Order[] {
  const times = items.map((item) => parseMoment(item[field] ?? item['created_at']))
  if (!times.every((time) => time !== undefined)) return []
  const stars = items.map(({ starred }) => starred === true)
  const isOrdered = (isAfter: (one: number, other: number) => boolean) =>
    items.every((_, at) => at === 0 || isAfter(at - 1, at))
  const timeAt = (at: number) => times[at] ?? 0
  const orders: Order[] = []
  if (isOrdered((one, other) => timeAt(one) <= timeAt(other))) orders.push('oldest')
  if (isOrdered((one, other) => timeAt(one) >= timeAt(other))) orders.push('newest')
  const starsFirst = (one: number, other: number) =>
    stars[one] === stars[other] ? timeAt(one) >= timeAt(other) : stars[one] === true
  if (isOrdered(starsFirst)) orders.push('starred-first')
  return orders
}
