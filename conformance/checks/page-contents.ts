import { formatValue } from '../session/json.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { assert, each, errorCode, skip } from '../session/assertions.ts'
import { itemsOf, type ListName, pageNumber, readPage, requireList } from '../setup/lists.ts'

/** The number of pages is the total by the size, rounded up. */
export async function checkPages(session: TestSession, name: ListName): Promise<unknown> {
  return each(['', '?size=1', '?size=7'], async (query) =>
    hasRightPages(await readPage(session, name, query)),
  )
}

/** The number of pages of one page is right. */
export function hasRightPages(exchange: Exchange): void {
  const [total, size] = [pageNumber(exchange, 'total'), pageNumber(exchange, 'size')]
  const pages = pageNumber(exchange, 'pages')
  // `pages`, `total` and `size` come from the same response, so concurrent writes do not matter.
  const right = total === 0 ? pages <= 1 : pages === Math.ceil(total / size)
  const count = total === 0 ? '0 or 1' : String(Math.ceil(total / size))
  const expected = `${count} pages for ${total} items with size ${size}`
  assert.holds(right, expected, String(pages), exchange)
}

/** Reads the total with a small and a large page size, and counts the items. */
async function readTotals(session: TestSession, name: ListName) {
  const one = await readPage(session, name, '?size=1')
  const all = await readPage(session, name, '?size=100')
  const [byOne, total] = [pageNumber(one, 'total'), pageNumber(all, 'total')]
  const count = itemsOf(all)?.length ?? 0
  const isRight = byOne === total && (total > 100 || count === total)
  return { one, all, byOne, total, count, isRight }
}

/** The total counts all items, with any size of a page. */
export async function checkTotal(session: TestSession, name: ListName): Promise<void> {
  const first = await readTotals(session, name)
  if (first.isRight) return first.total === 0 ? skip('the list is empty') : undefined
  // Other users may have created or deleted items in the meantime.
  const { one, all, byOne, total, count, isRight } = await readTotals(session, name)
  if (isRight) return
  if (byOne !== first.byOne || total !== first.total) skip('the list changes while it is read')
  assert.equal(byOne, total, one, 'total')
  assert.equal(count, total, all, 'number of items')
}

/** A page before the last one has as many items as its size. */
export async function checkFullness(session: TestSession, name: ListName): Promise<void> {
  // Other users may delete items in the meantime, so one short page proves nothing.
  for (const isLast of [false, true]) {
    const exchange = await readPage(session, name, '?size=1&page=1')
    if (pageNumber(exchange, 'total') < 2) skip('no list has a second page')
    const count = itemsOf(exchange)?.length
    if (count === 1) return
    assert.holds(!isLast, 'one item on the first page with size 1', `${count} items`, exchange)
  }
}

/** Returns the ids of the first pages, or undefined if the list changed in the meantime. */
async function walkIds(
  session: TestSession,
  name: ListName,
): Promise<readonly string[] | undefined> {
  const totals = new Set<number>()
  const ids: string[] = []
  for (const index of [1, 2, 3, 4, 5]) {
    const exchange = await readPage(session, name, `?size=2&page=${index}`)
    totals.add(pageNumber(exchange, 'total'))
    ids.push(...(itemsOf(exchange) ?? []).map((item) => formatValue(item['id'])))
    if (index >= pageNumber(exchange, 'pages')) break
  }
  return totals.size === 1 ? ids : undefined
}

/** No item is on two pages. */
export async function checkOverlap(session: TestSession, name: ListName): Promise<void> {
  const ids = (await walkIds(session, name)) ?? (await walkIds(session, name))
  if (ids === undefined) skip('the list changes while it is read')
  if (ids.includes('nothing')) skip('its items have no id')
  const known = new Set<string>()
  const twice = ids.filter((id) => known.size === known.add(id).size)
  assert.holds(twice.length === 0, 'each item on one page only', `${formatValue(twice)} twice`)
}

/** Compares the first two pages of one item, unless the list changes in the meantime. */
export async function checkSecondPage(session: TestSession, name: ListName): Promise<void> {
  const read = async (page: number) => {
    const exchange = await readPage(session, name, `?size=1&page=${page}`)
    return { exchange, item: formatValue(itemsOf(exchange)?.[0]) }
  }
  if (pageNumber(await requireList(session, name), 'total') < 2) skip('no list has a second page')
  const [first, second, again] = [await read(1), await read(2), await read(1)]
  if (itemsOf(first.exchange)?.length === 0) skip('the first page has no items')
  if (first.item !== again.item) skip('the list changes while it is read')
  const differs = first.item !== second.item
  assert.holds(differs, 'another item on page 2', 'the item of page 1 again', second.exchange)
}

/** Observes a page after the last one, and the number of pages of an empty list. */
export async function observeEdges(session: TestSession, name: ListName): Promise<unknown> {
  const beyond = await readPage(session, name, '?page=100000')
  const plain = await requireList(session, name)
  const pagesWhenEmpty = pageNumber(plain, 'total') === 0 ? pageNumber(plain, 'pages') : 'not empty'
  const answer = itemsOf(beyond)?.length ?? errorCode(beyond)
  return { list: name, beyond: { status: beyond.status, answer }, pagesWhenEmpty }
}
