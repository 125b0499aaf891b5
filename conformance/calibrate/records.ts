import type { Exchange } from '../session/exchange.ts'
import { valueAt, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { issuedKey } from '../setup/keys.ts'
import { type ListName, lists, plainList, readList } from '../setup/lists.ts'
import { isInvalid, itemsIn, type Observers, observed } from './observer.ts'
import { searchParameter } from '../setup/conversations.ts'
import { isObject } from '../../contract/json.ts'

const plan = 'core'
const names = Object.keys(lists) as readonly ListName[]

const plainLists = async (session: TestSession): Promise<readonly Exchange[]> => {
  // Creates a key, so that the list of keys is not empty.
  await issuedKey(session, 'full')
  const exchanges: Exchange[] = []
  for (const name of names) exchanges.push(await plainList(session, name))
  return exchanges.filter(isAccepted)
}

/** Reads a number of the page, in or outside of an envelope. */
const pageNumber = ({ json }: Exchange, name: string): number | undefined => {
  const number = member(json, name) ?? valueAt(json, ['data', name])
  return typeof number === 'number' ? number : undefined
}

function envelopeOf({ json }: Exchange) {
  if (Array.isArray(json)) return 'array'
  const data = member(json, 'data')
  if (Array.isArray(data)) return 'data'
  if (Array.isArray(member(data, 'items'))) return 'wrapped'
  if (!Array.isArray(member(json, 'items'))) return undefined
  return isObject(json) && 'total' in json ? 'page' : 'items'
}

function timestampFormat(moment: unknown) {
  if (typeof moment === 'number') return 'epoch'
  const [, zone] = /T[\d:.]+(.*)/s.exec(String(moment)) ?? []
  if (zone === 'Z') return 'z'
  if (zone === '') return 'naive'
  if (zone === undefined) return undefined
  return /^[+-]00:?00$/.test(zone) ? 'offset' : 'local'
}

/** The format of records and lists (2). */
export const recordObservers = {
  'records.timestamps': {
    plan,
    observe: async ({ session }) =>
      (await plainLists(session)).flatMap((exchange) =>
        itemsIn(exchange).flatMap((item) => {
          const form = 'created_at' in item ? timestampFormat(item['created_at']) : undefined
          return form === undefined ? [] : [observed(exchange, form)]
        }),
      ),
  },
  'records.empty-fields': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await issuedKey(session, 'full')
      const page = await readList(session, lists.keys)
      // The keys that this run creates have no expiry.
      const records = itemsIn(page).filter((item) => !item['expires_at'])
      if (records.length === 0) skip(`no key without an expiry (${exchange.status})`)
      return records.map((item) => observed(page, 'expires_at' in item ? 'null' : 'absent'))
    },
  },
  'records.content-type': {
    plan,
    observe: async ({ session }) =>
      (await plainLists(session)).map((exchange) => {
        const type = exchange.headers.get('content-type') ?? ''
        return observed(exchange, type.includes('charset') ? 'charset' : 'plain')
      }),
  },
  'lists.envelope': {
    plan,
    observe: async ({ session }) =>
      (await plainLists(session)).flatMap((exchange) => {
        const envelope = envelopeOf(exchange)
        return envelope === undefined ? [] : [observed(exchange, envelope)]
      }),
  },
  'lists.default-size': {
    plan,
    observe: async ({ session, option }) => {
      const envelope = await option('lists.envelope')
      if (envelope !== 'page' && envelope !== 'wrapped') return sizeByItems(session)
      return (await plainLists(session)).flatMap((exchange) => {
        const size = pageNumber(exchange, 'size')
        return size === undefined ? [] : [sizeOf(exchange, size)]
      })
    },
  },
  'lists.oversize': {
    plan,
    observe: async ({ session }) => {
      const looks = []
      for (const name of names) {
        const exchange = await readList(session, lists[name], '?size=101')
        if (isAccepted(exchange)) looks.push(observed(exchange, 'clamped'))
        else if (isInvalid(exchange)) looks.push(observed(exchange, 'refused'))
      }
      return looks
    },
  },
  'lists.page-beyond-end': {
    plan,
    observe: async ({ session }) => {
      await issuedKey(session, 'full')
      const exchange = await readList(session, lists.keys, '?page=100000')
      if (exchange.status === 404) return observed(exchange, 'missing')
      if (!isAccepted(exchange)) skip(`unexpected status ${exchange.status}`)
      return observed(exchange, itemsIn(exchange).length > 0 ? 'last' : 'empty')
    },
  },
  'lists.pages-when-empty': {
    plan,
    observe: async ({ session, option }) => {
      await option('conversations.search-parameter')
      const nothing = `?${await searchParameter(session)}=${encodeURIComponent(session.uniqueName('nothing'))}`
      const exchange = await readList(session, lists.conversations, nothing)
      const pages = pageNumber(exchange, 'pages')
      if (pageNumber(exchange, 'total') !== 0) return skip('a search for a random text has results')
      return observed(exchange, pages === 0 ? '0' : '1')
    },
  },
} as const satisfies Observers

const sizeOf = (exchange: Exchange, size: number) =>
  size === 20 ? observed(exchange, '20') : observed(exchange, 'items', size)

/** If the page has no size field, the size is visible only in a list longer than one page. */
async function sizeByItems(session: TestSession) {
  for (const name of names) {
    // Read again, because the run may have created more items since the shared request.
    const exchange = await readList(session, lists[name])
    const { length } = itemsIn(exchange)
    const whole = await readList(session, lists[name], '?size=100')
    if (itemsIn(whole).length > length) return sizeOf(exchange, length)
  }
  return skip('no list is longer than one of its pages')
}
