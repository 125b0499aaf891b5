import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { issuedKey } from '../setup/keys.ts'
import { itemsOf, type ListName, lists, plainList, readList } from '../setup/lists.ts'
import { byStatus, isInvalid, itemsIn, noOption, observed } from './look.ts'
import type { Observers } from './observer.ts'
import { envelopeOf, pageNumber } from './list-forms.ts'
import { recordReadings, sizeOf, timestampFormat } from './record-readings.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { searchParameter } from '../setup/conversations.ts'
import { excerpt } from '../report/evidence.ts'
import { formatValue } from '../session/json.ts'

const plan = 'core'
const names = Object.keys(lists) as readonly ListName[]

const plainLists = async (session: TestSession): Promise<readonly Exchange[]> => {
  // Creates a key, so that the list of keys is not empty.
  await issuedKey(session, 'full')
  const exchanges: Exchange[] = []
  for (const name of names) exchanges.push(await plainList(session, name))
  return exchanges.filter(isAccepted)
}

/** The format of records and lists (2). */
export const recordObservers = {
  'records.timestamps': {
    plan,
    read: recordReadings['records.timestamps'],
    isShownEverywhere: true,
    observe: async ({ session }) =>
      (await plainLists(session)).flatMap((exchange) =>
        itemsIn(exchange).flatMap((item) => {
          const moment = item['created_at']
          if (moment === undefined || moment === null) return []
          const form = timestampFormat(moment)
          return form === undefined
            ? [noOption(exchange, `\`created_at\` is ${excerpt(formatValue(moment), 40)}`)]
            : [observed(exchange, form)]
        }),
      ),
  },
  'records.empty-fields': {
    plan,
    read: recordReadings['records.empty-fields'],
    isShownEverywhere: true,
    observe: async ({ session }) => {
      const { exchange } = await issuedKey(session, 'full')
      const page = await readList(session, lists.keys)
      // The keys that this run creates have no expiry.
      const records = itemsIn(page).filter((item) => !item['expires_at'])
      if (records.length === 0) skip(`no key without an expiry (${exchange.status})`)
      return records.map((item) => {
        if (!('expires_at' in item)) return observed(page, 'absent')
        return item['expires_at'] === null
          ? observed(page, 'null')
          : noOption(page, 'an `expires_at` other than null')
      })
    },
  },
  'records.content-type': {
    plan,
    read: recordReadings['records.content-type'],
    isShownEverywhere: true,
    observe: async ({ session }) =>
      (await plainLists(session)).map((exchange) => {
        const type = exchange.headers.get('content-type') ?? ''
        if (!type.startsWith('application/json')) return noOption(exchange, `content type ${type}`)
        return observed(exchange, type.includes('charset') ? 'charset' : 'plain')
      }),
  },
  'lists.envelope': {
    plan,
    read: recordReadings['lists.envelope'],
    isShownEverywhere: true,
    observe: async ({ session }) =>
      (await plainLists(session)).map((exchange) => {
        const envelope = envelopeOf(exchange)
        return envelope === undefined
          ? noOption(exchange, 'no list in a known form')
          : observed(exchange, envelope)
      }),
  },
  'lists.default-size': {
    plan,
    read: recordReadings['lists.default-size'],
    isShownEverywhere: true,
    observe: async ({ session }) => {
      const looks = []
      // Lists that say their size, and the readings of further lists.
      for (const exchange of await plainLists(session)) {
        const size = pageNumber(exchange, 'size')
        if (size !== undefined) looks.push(sizeOf(exchange, size))
      }
      return [...looks, ...(await sizesByItems(session))]
    },
  },
  'lists.oversize': {
    plan,
    observe: async ({ session }) => {
      const looks = []
      for (const name of names) {
        const exchange = await readList(session, lists[name], '?size=101')
        if (isAccepted(exchange)) looks.push(oversized(exchange))
        else if (isInvalid(exchange)) looks.push(observed(exchange, 'refused'))
        else looks.push(noOption(exchange))
      }
      return looks
    },
  },
  'lists.page-beyond-end': {
    plan,
    observe: async ({ session }) => {
      await issuedKey(session, 'full')
      const looks = []
      for (const name of names) {
        // A list without items has no last page.
        if (itemsIn(await plainList(session, name)).length === 0) continue
        const exchange = await readList(session, lists[name], '?page=100000')
        const isPage = isAccepted(exchange) && itemsOf(exchange) !== undefined
        if (isPage) looks.push(observed(exchange, itemsIn(exchange).length > 0 ? 'last' : 'empty'))
        else looks.push(byStatus(exchange, { 404: 'missing' }))
      }
      return looks
    },
  },
  'lists.pages-when-empty': {
    plan,
    read: recordReadings['lists.pages-when-empty'],
    isShownEverywhere: true,
    observe: async ({ session }) => {
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
      return empty.map((exchange) => {
        const pages = pageNumber(exchange, 'pages')
        if (pages === 0 || pages === 1) return observed(exchange, `${pages}`)
        return noOption(exchange, `pages ${pages}`)
      })
    },
  },
} as const satisfies Observers

/** How a list responds to a size above the maximum. */
const oversized = (exchange: Exchange) => {
  const size = pageNumber(exchange, 'size') ?? itemsIn(exchange).length
  return size <= 100 ? observed(exchange, 'clamped') : noOption(exchange, `a page of ${size} items`)
}

/** If a page has no size field, only a list longer than one page shows it. */
async function sizesByItems(session: TestSession) {
  const looks = []
  for (const name of names) {
    // Read again, because the run may have created more items since the shared request.
    const exchange = await readList(session, lists[name])
    if (!isAccepted(exchange) || pageNumber(exchange, 'size') !== undefined) continue
    const { length } = itemsIn(exchange)
    const whole = await readList(session, lists[name], '?size=100')
    if (itemsIn(whole).length > length) looks.push(sizeOf(exchange, length))
  }
  return looks
}
