import { pathOf } from '../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import { type Exchange, type Evidence, toEvidence, queryOf } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import {
  conversationId,
  namedQuestion,
  patchConversation,
  postConversation,
  searchParameter,
  searchParameters,
  trackConversationOfTurn,
} from '../setup/conversations.ts'
import { lists, readList } from '../setup/lists.ts'
import { hasEvents, isStream } from '../stream/stream.ts'
import { question, reactTurn } from '../stream/turns.ts'
import { sendAsUser } from '../setup/credentials.ts'
import {
  subjectOrCredential,
  fieldsOf,
  filtersOf,
  isCall,
  isTurn,
  isUnset,
} from '../session/request.ts'
import type { History, HistoryIndex } from '../history/history.ts'
import { isCreation } from './known-conversations.ts'
import { observedOption } from './look.ts'
import { type Observers, streamAsUser } from './observer.ts'
import { complaintAbout, itemsIn, pageNumber, parseMoment } from '../history/response.ts'

/** One observer for each choice about conversation lists or turns without a conversation (4.3). */
export const conversationListObservers = {
  'conversations.order': {
    provoke: async ({ session }) => {
      const ids: (string | undefined)[] = []
      for (const _ of ['older', 'starred', 'newer']) {
        const title = session.uniqueName('conversation')
        ids.push(conversationId((await postConversation(session, { title })).json))
        // Waits a second, because timestamps may be stored in whole seconds.
        await session.sleep(1100)
      }
      await patchConversation(session, ids[1] ?? '', { starred: true })
      await session.sleep(1100)
      // Changes the newest conversation last, so that creation and change times have one order.
      await patchConversation(session, ids[2] ?? '', { starred: false })
      return allConversations(session, ids)
    },
    read: (exchange) => {
      if (totalOf(exchange) === undefined || filtersOf(exchange).length > 0) return undefined
      const items = itemsIn(exchange)
      // Fewer than three conversations fit several orders at once.
      if (items.length < 3) return []
      const [order, ...others] = new Set(timeFields.flatMap((field) => ordersBy(items, field)))
      return order !== undefined && others.length === 0 ? order : []
    },
  },
  'conversations.search-parameter': {
    provoke: async ({ session }) => {
      const name =
        (await searchParameter(session)) ?? skip('no known parameter refuses 201 characters')
      const path = `${lists.conversations}?${name}=`
      const sent = session.exchanges.filter(({ request }) => request.path.startsWith(path))
      const refused = sent.filter((exchange) => !isAccepted(exchange))
      return refused.length > 0 ? refused : sent
    },
    read: (exchange, before) => {
      if (!isCall(exchange, 'GET', lists.conversations)) return undefined
      const [[name = '', text = ''] = [], another] = filtersOf(exchange)
      if (another !== undefined || !searchParameters.includes(name)) return undefined
      const total = totalOf(exchange)
      const last = countBefore(exchange, before)
      // Only a search shortens the list: a target that does not know the parameter ignores it.
      const isSearch = isAccepted(exchange)
        ? total !== undefined && last?.turns.length === 0 && total < last.total
        : refusesLength(text, complaintAbout(exchange, name))
      if (!isSearch) return undefined
      return name === 'q' ? 'q' : { option: 'named', value: name }
    },
  },
  'turn.without-conversation': {
    plan: 'full',
    provoke: async ({ session }) => (await unstoredTurn(session)).list,
    read: (exchange, before) => {
      const total = totalOf(exchange)
      const last = countBefore(exchange, before)
      if (total === undefined || last === undefined || filtersOf(exchange).length > 0)
        return undefined
      const [turn, another] = last.turns
      if (turn === undefined || another !== undefined) return undefined
      if (total === last.total) return { option: 'not-stored', exchange: turn }
      return total === last.total + 1 ? { option: 'makes-one', exchange: turn } : undefined
    },
  },
  'quotas.unstored-turns': {
    plan: 'full',
    needsProvoking: 'the usage before and after a turn, read until it no longer changes',
    observe: async ({ session }) => {
      const { tokens, later, isCounted } = await unstoredTurn(session)
      // Earlier turns used tokens. If the usage shows none, the target does not count tokens.
      if (!tokens) return skip('the usage of the user shows no tokens')
      return observedOption(later, isCounted ? 'count' : 'free')
    },
  },
} as const satisfies Observers

/**
 * Reads the page that lists one of these conversations of the user. In some orders, new
 * conversations are on the last page.
 */
async function allConversations(session: TestSession, ids: readonly unknown[]): Promise<Exchange> {
  for (let page = 1; page <= maxPages; page += 1) {
    const exchange = await readList(session, lists.conversations, `?page=${page}&size=100`)
    const items = itemsIn(exchange)
    if (items.some((item) => ids.includes(item['id'] ?? item['conversation_id']))) return exchange
    if (items.length < 100) break
  }
  return skip('the new conversations are not listed')
}

const maxPages = 20

/** Runs a turn without a conversation. Reads list and usage before the turn and after it. */
const unstoredTurn = sharedSetUp('a turn without a conversation', async (session) => {
  await reactTurn(session)
  await waitForTurns(session)
  const before = await listConversations(session)
  const tokens = tokensIn(await readUsage(session))
  const { name, q } = namedQuestion(session, question)
  const exchange = await streamAsUser(session, '/api/react', { q })
  if (!isStream(exchange)) skip(`status ${exchange.status} instead of an event stream`)
  const end = session.now() + session.grace
  const isMore = (later: Exchange) => (tokensIn(later) ?? 0) > (tokens ?? 0)
  const counted = await pollUntil(session, () => readUsage(session), isMore)
  // Lists once, and late: an early list may lack the new conversation, as if none was created.
  await session.sleep(Math.max(0, end - session.now()))
  const list = await listConversations(session)
  await trackConversationOfTurn(session, name, [before, list])
  return { list, tokens, later: counted.exchange, isCounted: counted.settled }
})

/** Waits until disconnected turns have ended, because a target counts only ended turns. */
const waitForTurns = async (session: TestSession): Promise<void> => {
  const whole = session.exchanges.filter(
    ({ events, ended }) => events.length > 0 && ended === 'closed',
  )
  await session.sleep(2 * Math.max(...whole.map(({ ms }) => ms)) + session.grace)
}

const readUsage = (session: TestSession): Promise<Exchange> =>
  sendAsUser(session, { method: 'GET', path: '/api/me/usage' })

const tokensIn = ({ json }: Exchange): number | undefined => {
  const record = isObject(member(json, 'data')) ? member(json, 'data') : json
  const tokens = ['tokens_used', 'total_tokens'].map((name) => member(record, name))
  return tokens.find((value) => typeof value === 'number')
}

/** Lists the conversations. A longer list after a turn shows that the turn created one. */
async function listConversations(session: TestSession): Promise<Exchange> {
  const exchange = await readList(session, lists.conversations, '?size=100')
  return isAccepted(exchange) ? exchange : skip(`the list has status ${exchange.status}`)
}

/** Whether a search is refused because its text is empty or longer than 200 characters. */
const refusesLength = (text: string, complaint: JsonObject | undefined): boolean =>
  (text.length === 0 || text.length > 200) &&
  /too_(?:long|short)|(?:max|min)_length/.test(String(complaint?.['type']))

// "Newest" can mean each of these fields: the specification does not say which.
const timeFields = ['created_at', 'updated_at'] as const

/** The orders that match the sequence of the items, if the items are sorted by this field. */
function ordersBy(items: readonly JsonObject[], field: (typeof timeFields)[number]) {
  const listed = items.flatMap((item) => {
    const time = parseMoment(item[field] ?? item['created_at'])
    return time === undefined ? [] : [{ time, isStarred: item['starred'] === true }]
  })
  if (listed.length < items.length) return []
  const pairs = listed.slice(1).map((each, at) => [listed[at] ?? each, each] as const)
  return orders.filter((order) => pairs.every(([one, next]) => orderPredicates[order](one, next)))
}

type Listed = { readonly time: number; readonly isStarred: boolean }

/** For each order: whether an item may come before the next item. */
const orderPredicates = {
  oldest: (one: Listed, next: Listed) => one.time <= next.time,
  newest: (one: Listed, next: Listed) => one.time >= next.time,
  'starred-first': (one: Listed, next: Listed) =>
    one.isStarred === next.isStarred ? one.time >= next.time : one.isStarred,
}

const orders = Object.keys(orderPredicates) as readonly (keyof typeof orderPredicates)[]

/** The number of conversations on all pages of a list; `undefined` if the response lacks it. */
function totalOf(exchange: Exchange): number | undefined {
  if (!isCall(exchange, 'GET', lists.conversations) || !isAccepted(exchange)) return undefined
  const total = pageNumber(exchange, 'total')
  if (total !== undefined) return total
  const query = queryOf(exchange)
  const { length } = itemsIn(exchange)
  const isAll = (query.get('page') ?? '1') === '1' && length < Number(query.get('size') ?? 0)
  return isAll ? length : undefined
}

type Count = {
  readonly caller: string
  readonly total: number
  /** Turns without a conversation since `total` was read. At most two of them are stored. */
  readonly turns: readonly Evidence[]
}

/** The last known number of a caller's conversations, and the turns that may have changed it. */
const lastCount: HistoryIndex<Count> = {
  changes: (exchange, before) => {
    const caller = subjectOrCredential(exchange)
    const total = totalOf(exchange)
    if (total !== undefined && caller !== undefined && filtersOf(exchange).length === 0)
      return [['', { caller, total, turns: [] }]]
    const isChange = isAccepted(exchange) && (isCreation(exchange) || isDeletion(exchange))
    if (!isChange && !isUnstoredTurn(exchange)) return []
    const last = isChange ? undefined : countBefore(exchange, before)
    // After a disconnect, the turn may store its conversation later, so the count is dropped.
    if (last === undefined || exchange.events.at(-1)?.event !== 'end') return [['']]
    return [['', { ...last, turns: [...last.turns, toEvidence(exchange)].slice(0, 2) }]]
  },
}

/** Returns the last count for this caller, if no conversation was created or deleted since. */
function countBefore(exchange: Exchange, before: History): Count | undefined {
  const last = before.get(lastCount)
  return last?.caller === subjectOrCredential(exchange) ? last : undefined
}

const isDeletion = (exchange: Exchange): boolean =>
  exchange.request.method === 'DELETE' && pathOf(exchange).startsWith(lists.conversations)

/** Whether a turn ran without a conversation. */
const isUnstoredTurn = (exchange: Exchange): boolean =>
  isTurn(exchange) && hasEvents(exchange) && isUnset(fieldsOf(exchange)['conversation_id'])

export const conversationListIndices = [lastCount]
