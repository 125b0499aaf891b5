import { isAccepted, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { searchParameter } from '../setup/conversations.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { issuedKey } from '../setup/keys.ts'
import { type ListName, lists, plainList, plainLists, readList } from '../setup/lists.ts'
import { envelopeOf, isList, isListCall } from './list-forms.ts'
import { pageNumber, isInvalid, itemsIn } from './response.ts'
import { queryOf } from './request.ts'
import { noOption, observed } from './look.ts'
import type { Observers } from './observer.ts'
import { isFirstPage } from './seen-lists.ts'

const plan = 'core'
const names = Object.keys(lists) as readonly ListName[]

const sizeOf = (exchange: Exchange, size: number) =>
  size === 20 ? observed(exchange, '20') : observed(exchange, 'items', size)

/** The pages of lists (2.2, 4.C3). */
export const pageObservers = {
  'lists.envelope': {
    plan,
    isShownEverywhere: true,
    provoke: async ({ session }) => (await plainLists(session)).filter(isAccepted),
    read: (exchange) => {
      if (!isList(exchange)) return undefined
      const envelope = envelopeOf(exchange)
      return envelope === undefined
        ? noOption(exchange, 'no list in a known form')
        : observed(exchange, envelope)
    },
  },
  'lists.default-size': {
    plan,
    isShownEverywhere: true,
    provoke: async ({ session }) => {
      await issuedKey(session, 'full')
      const plain = (await plainLists(session)).filter(isAccepted)
      return [...plain, ...(await longLists(session))]
    },
    read: (exchange, { credentials, lists: seen }) => {
      const query = queryOf(exchange)
      if (!isList(exchange) || !isFirstPage(query)) return isList(exchange) ? [] : undefined
      const size = pageNumber(exchange, 'size')
      if (size !== undefined) return query.has('size') ? [] : sizeOf(exchange, size)
      // Without a size in the page, only a list longer than one page shows it.
      const known = seen.get(exchange, credentials.senderOf(exchange))
      const { length } = itemsIn(exchange)
      const [plain, whole = 0] = query.has('size') ? [known.plain, length] : [length, known.large]
      return plain !== undefined && plain > 0 && whole > plain ? sizeOf(exchange, plain) : []
    },
  },
  'lists.oversize': {
    plan,
    provoke: async ({ session }) => {
      const pages: Exchange[] = []
      for (const name of names) pages.push(await readList(session, lists[name], '?size=101'))
      return pages
    },
    read: (exchange) => {
      if (!isListCall(exchange) || !(Number(queryOf(exchange).get('size')) > 100)) return undefined
      if (isInvalid(exchange)) return observed(exchange, 'refused')
      if (!isAccepted(exchange)) return undefined
      const size = pageNumber(exchange, 'size') ?? itemsIn(exchange).length
      return size <= 100
        ? observed(exchange, 'clamped')
        : noOption(exchange, `a page of ${size} items`)
    },
  },
  'lists.page-beyond-end': {
    plan,
    provoke: async ({ session }) => {
      await issuedKey(session, 'full')
      const pages: Exchange[] = []
      for (const name of names) {
        // A list without items has no last page.
        if (itemsIn(await plainList(session, name)).length === 0) continue
        pages.push(await readList(session, lists[name], '?page=100000'))
      }
      return pages
    },
    read: (exchange, { credentials, lists: seen }) => {
      const query = queryOf(exchange)
      const page = Number(query.get('page'))
      const isWhole = query.keys().every((name) => name === 'page' || name === 'size')
      if (!isListCall(exchange) || !isWhole || !(page > 1)) return undefined
      if (exchange.status === 404) return observed(exchange, 'missing')
      if (!isAccepted(exchange) || envelopeOf(exchange) === undefined) return undefined
      const { plain = 0 } = seen.get(exchange, credentials.senderOf(exchange))
      const pages = pageNumber(exchange, 'pages')
      const { length } = itemsIn(exchange)
      const isFilled = plain > 0 || (pageNumber(exchange, 'total') ?? 0) > 0
      if (length === 0) return isFilled ? observed(exchange, 'empty') : []
      const isBeyond = pages === undefined ? page >= farPage : page > pages
      return isBeyond ? observed(exchange, 'last') : []
    },
  },
  'lists.pages-when-empty': {
    plan,
    isShownEverywhere: true,
    provoke: async ({ session }) => {
      const name = await searchParameter(session)
      const nothing = `?${name}=${encodeURIComponent(session.uniqueName('nothing'))}`
      const exchanges = name ? [await readList(session, lists.conversations, nothing)] : []
      // The second user may have lists without items.
      const other = await otherUserCredential(session).catch(() => undefined)
      for (const path of other === undefined ? [] : Object.values(lists)) {
        exchanges.push(await readList(session, path, '', other))
      }
      const empty = exchanges.filter((exchange) => pageNumber(exchange, 'total') === 0)
      if (empty.length === 0) skip('no list of this run is empty and says its total')
      return empty
    },
    read: (exchange) => {
      if (!isList(exchange) || pageNumber(exchange, 'total') !== 0) return undefined
      const pages = pageNumber(exchange, 'pages')
      if (pages === 0 || pages === 1) return observed(exchange, `${pages}`)
      return noOption(exchange, pages === undefined ? 'a page without `pages`' : `pages ${pages}`)
    },
  },
} as const satisfies Observers

/** No list of a user has as many pages. */
const farPage = 10_000

/** Lists whose pages do not say their size: a short page, and the same list with a large size. */
async function longLists(session: TestSession): Promise<readonly Exchange[]> {
  const pages: Exchange[] = []
  for (const name of names) {
    // Read again, because the run may have created more items since the shared request.
    const exchange = await readList(session, lists[name])
    if (!isAccepted(exchange) || pageNumber(exchange, 'size') !== undefined) continue
    pages.push(exchange, await readList(session, lists[name], '?size=100'))
  }
  return pages
}
