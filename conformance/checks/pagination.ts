import { assert, checkEach, errorCode, isAccepted, skip } from '../session/assertions.ts'
import { type ActiveRow, checks, type Judgement, smokePlan } from '../session/check.ts'
import { type Exchange, isCallOf, queryOf } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import { Blocked } from '../session/outcomes.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import {
  idsOn,
  isPage,
  itemsOf,
  type ListName,
  listNames,
  lists,
  pageNumber,
  pageOf,
  plainList,
  readPage,
  requireList,
  requireUser,
} from '../setup/lists.ts'
import type { ChoiceId } from '../../contract/choices.ts'
import { specifiedPage } from '../../contract/records/specified.ts'

type Judge = (exchange: Exchange) => unknown

/** Makes a check that tests one rule on each of the four lists. */
const onEachList = (
  row: Omit<ActiveRow, 'run'>,
  verify: (session: TestSession, name: ListName) => Promise<unknown>,
  judge?: Judge,
): ActiveRow => ({
  ...row,
  run: (session) => checkEach(listNames, (name) => verify(session, name)),
  ...(judge !== undefined && { judgement: { applies: isList, verify: judge } }),
})

/** Judges every page with all numbers of the envelope, also in lists that are not specified. */
const judgingPages = (judge: Judge): Judgement => ({
  applies: (exchange) => isPage(exchange) && specifiedPage.safeParse(exchange.json).success,
  verify: judge,
})

/** Whether an exchange of another client reads one of the four lists. */
const isList = (exchange: Exchange): boolean => isAccepted(exchange) && isOfList(exchange)

const isOfList = (exchange: Exchange): boolean =>
  Object.values(lists).some((path) => isCallOf(exchange, `GET ${path}`))

/** Creates a check that judges each list, read without a query, in a run or in other traffic. */
const onPlainPage = (row: Omit<ActiveRow, 'run'>, own: Judge, judge: Judge = own) =>
  onEachList(row, async (session, name) => own(await requireList(session, name)), judge)

function hasField(key: 'total' | 'page' | 'size' | 'pages'): ActiveRow {
  const verify = (exchange: Exchange) =>
    assert.matches(specifiedPage.shape[key], pageOf(exchange)[key], exchange, key)
  const row = onPlainPage({ rule: `page.${key}`, detects: ['lists.envelope'] }, verify)
  return { ...row, judgement: { applies: (one) => isList(one) || isPage(one), verify } }
}

const acceptsQuery = (query: string, key: 'page' | 'size', value: number, judge?: Judge) =>
  onEachList(
    { rule: `lists.${key}-parameter` },
    async (session, name) => {
      if (key === 'page' && pageNumber(await requireList(session, name), 'total') < value) {
        skip('no list has a second page')
      }
      const exchange = await readPage(session, name, query)
      assert.status(exchange, 200)
      assert.equal(pageNumber(exchange, key), value, exchange, key)
    },
    judge,
  )

/** Asserts that a list has the page, or the page size, that the request wants. */
const assertRequested = (key: 'page' | 'size', most: 'pages' | 100) => (exchange: Exchange) => {
  const wanted = queryOf(exchange).get(key) ?? ''
  const limit = most === 100 ? 100 : pageNumber(exchange, most)
  const isInRange = /^[1-9]\d*$/.test(wanted) && Number(wanted) <= limit
  if (!isInRange) skip(`the request does not set ${key} to a number in the range`)
  assert.equal(pageNumber(exchange, key), Number(wanted), exchange, key)
}

const refusesQuery = (
  key: 'page' | 'size',
  value: string,
  detects: readonly ChoiceId[] = [],
): ActiveRow => ({
  ...onEachList(
    { rule: `lists.${key}-parameter`, detects: ['errors.validation-status', ...detects] },
    async (session, name) => {
      await requireList(session, name)
      const path = `${lists[name]}?${key}=${value}`
      const bearer = await userCredential(session)
      const exchange = await session.send({ method: 'GET', path, bearer, invalidField: key })
      assert.status(requireUser(exchange), 422)
    },
  ),
  judgement: {
    applies: (exchange) =>
      isOfList(exchange) &&
      // A credential may be refused before the query is validated.
      exchange.status !== 401 &&
      exchange.status !== 403 &&
      queryOf(exchange).toString() === `${key}=${value}`,
    verify: (exchange) => assert.status(exchange, 422),
  },
})

const assertItems = (exchange: Exchange): void =>
  assert.matches(specifiedPage.shape.items, member(exchange.json, 'items'), exchange, 'items')

const assertPage1 = (exchange: Exchange): void =>
  assert.equal(pageNumber(exchange, 'page'), 1, exchange, 'page')

const assertSize20 = (exchange: Exchange): void =>
  assert.equal(pageNumber(exchange, 'size'), 20, exchange, 'size')

function assertFitsSize(exchange: Exchange): void {
  const [count, size] = [itemsOf(exchange)?.length ?? 0, pageNumber(exchange, 'size')]
  assert.holds(count <= size, `at most ${size} items`, `${count} items`, exchange)
}

/** Checks that the number of pages is the total divided by the size, rounded up. */
async function checkPages(session: TestSession, name: ListName): Promise<unknown> {
  return checkEach(['', '?size=1', '?size=7'], async (query) =>
    assertPages(await readPage(session, name, query)),
  )
}

/** Asserts that the field `pages` of a response agrees with its `total` and `size`. */
function assertPages(exchange: Exchange): void {
  const [total, size] = [pageNumber(exchange, 'total'), pageNumber(exchange, 'size')]
  const pages = pageNumber(exchange, 'pages')
  // `pages`, `total` and `size` come from the same response, so concurrent writes do not matter.
  const right = total === 0 ? pages <= 1 : pages === Math.ceil(total / size)
  const count = total === 0 ? '0 or 1' : String(Math.ceil(total / size))
  const expected = `${count} pages for ${total} items with size ${size}`
  assert.holds(right, expected, String(pages), exchange)
}

/** Asserts that a page up to the last one has as many items as its `total` and `size` say. */
function assertCounted(exchange: Exchange): void {
  const [total, size] = [pageNumber(exchange, 'total'), pageNumber(exchange, 'size')]
  const left = total - (pageNumber(exchange, 'page') - 1) * size
  if (left <= 0 && total > 0) skip('the page is beyond the end of the list')
  const [wanted, count] = [Math.min(left, size), itemsOf(exchange)?.length ?? 0]
  const expected = `${wanted} items for a total of ${total}`
  assert.holds(count === wanted, expected, `${count} items`, exchange)
}

/** Reads the total with a small and a large page size, and counts the items. */
async function readTotals(session: TestSession, name: ListName) {
  const one = await readPage(session, name, '?size=1')
  const all = await readPage(session, name, '?size=100')
  const [byOne, total] = [pageNumber(one, 'total'), pageNumber(all, 'total')]
  const count = itemsOf(all)?.length ?? 0
  const wanted = Math.min(total, 100)
  return { one, all, byOne, total, count, wanted, isRight: byOne === total && count === wanted }
}

/** Checks that the total counts all items, whatever the page size. */
async function checkTotal(session: TestSession, name: ListName): Promise<void> {
  const first = await readTotals(session, name)
  if (first.isRight) return first.total === 0 ? skip('the list is empty') : undefined
  // Reads again: other users may have changed the list, or the target may have updated it late.
  await session.sleep(session.grace)
  const { one, all, byOne, total, count, wanted, isRight } = await readTotals(session, name)
  if (isRight) return
  if (byOne !== first.byOne || total !== first.total) skip('the list changes while it is read')
  assert.equal(byOne, total, one, 'total')
  assert.equal(count, wanted, all, 'number of items')
}

/** Checks that page 1 with size 1 has one item if the list has more than one. */
async function checkFullness(session: TestSession, name: ListName): Promise<void> {
  // Another user may just have deleted items, so one short page proves nothing.
  for (const isLast of [false, true]) {
    const exchange = await readPage(session, name, '?size=1&page=1')
    if (pageNumber(exchange, 'total') < 2) skip('no list has a second page')
    const count = itemsOf(exchange)?.length
    if (count === 1) return
    assert.holds(!isLast, 'one item on the first page with size 1', `${count} items`, exchange)
  }
}

/** The ids in a list, read once from small pages and once from one large page. */
type ListWalk = {
  /** The ids on the first pages, with two items per page. */
  readonly ids: readonly string[]
  /** The ids in the same part of the list, from one large page. */
  readonly atOnce: readonly string[]
  readonly isWhole: boolean
  /** The last page that was read. */
  readonly exchange: Exchange
}

/** Reads the pages of a list one by one; undefined if the list changed between the requests. */
async function walkOnce(session: TestSession, name: ListName): Promise<ListWalk | undefined> {
  const before = idsOn(await readPage(session, name, '?size=100'))
  const ids: string[] = []
  let exchange = await readPage(session, name, '?size=2&page=1')
  const pages = pageNumber(exchange, 'pages')
  for (let page = 1; ; page += 1) {
    ids.push(...idsOn(exchange))
    if (page >= Math.min(pages, maxWalked)) break
    exchange = await readPage(session, name, `?size=2&page=${page + 1}`)
  }
  const after = idsOn(await readPage(session, name, '?size=100'))
  if (formatValue(before) !== formatValue(after)) return undefined
  const isWhole = pages <= maxWalked
  return { ids, atOnce: isWhole ? after : after.slice(0, 2 * maxWalked), isWhole, exchange }
}

/** The maximum number of small pages to read. More pages would cost requests and prove little. */
const maxWalked = 5

/** Reads the pages of a list once per run. If the list changes, retries once, then skips. */
const walkList = (session: TestSession, name: ListName): Promise<ListWalk> =>
  session.once(`walking the ${name}`, async () => {
    const walk = (await walkOnce(session, name)) ?? (await walkOnce(session, name))
    if (walk === undefined) skip('the list changes while it is read')
    requireIds([...walk.ids, ...walk.atOnce])
    return walk
  })

/** Skips the check if an item has no id, because such items cannot be distinguished. */
function requireIds(ids: readonly string[]): void {
  if (ids.includes(formatValue(undefined))) skip('the items of the list have no id')
}

/** Checks that no item is on two pages. */
async function checkOverlap(session: TestSession, name: ListName): Promise<void> {
  const { ids, exchange } = await walkList(session, name)
  assertOnce(ids, new Set(), exchange)
}

function assertOnce(ids: readonly string[], earlierIds: Set<string>, exchange: Exchange): void {
  const repeatedIds = ids.filter((id) => earlierIds.size === earlierIds.add(id).size)
  const got = `${formatValue(repeatedIds)} twice`
  assert.holds(repeatedIds.length === 0, 'each item on one page only', got, exchange)
}

/** Checks that every item of the list is on one of its pages. */
async function checkLoss(session: TestSession, name: ListName): Promise<void> {
  const { ids, atOnce, isWhole, exchange } = await walkList(session, name)
  if (!isWhole) skip('no list is short enough to be walked to its end')
  if (atOnce.length === 0) skip('the list is empty')
  const missingIds = atOnce.filter((id) => !ids.includes(id))
  const got = `no page with ${missingIds.join(', ')}`
  assert.holds(missingIds.length === 0, 'each item of the list on one of its pages', got, exchange)
}

/** Checks that the items on small pages have the same order as in the whole list. */
async function checkOrder(session: TestSession, name: ListName): Promise<void> {
  const { ids, atOnce, exchange } = await walkList(session, name)
  const place = ids.findIndex((id, index) => id !== atOnce[index])
  const expected = `item ${place + 1} to be ${atOnce[place] ?? 'absent'}, as in the whole list`
  assert.holds(place < 0, expected, ids[place] ?? 'nothing', exchange)
}

/** Compares the ids on pages 1 and 2 with one item each. Skips if the list changes. */
async function checkSecondPage(session: TestSession, name: ListName): Promise<void> {
  const read = async (page: number) => {
    const exchange = await readPage(session, name, `?size=1&page=${page}`)
    const ids = idsOn(exchange)
    requireIds(ids)
    return { exchange, id: ids[0] }
  }
  if (pageNumber(await requireList(session, name), 'total') < 2) skip('no list has a second page')
  const [first, second, again] = [await read(1), await read(2), await read(1)]
  if (itemsOf(first.exchange)?.length === 0) skip('the first page has no items')
  if (first.id !== again.id) skip('the list changes while it is read')
  const isDifferent = first.id !== second.id
  assert.holds(isDifferent, 'another item on page 2', 'the item of page 1 again', second.exchange)
}

/** Observes the response for a page after the last one, and the page count of an empty list. */
async function observeEdges(session: TestSession, name: ListName): Promise<unknown> {
  const pageBeyondEnd = await readPage(session, name, '?page=100000')
  const plain = await requireList(session, name)
  const pagesWhenEmpty = pageNumber(plain, 'total') === 0 ? pageNumber(plain, 'pages') : 'not empty'
  const answer = itemsOf(pageBeyondEnd)?.length ?? errorCode(pageBeyondEnd)
  return { list: name, beyond: { status: pageBeyondEnd.status, answer }, pagesWhenEmpty }
}

/** Checks of pages, their fields and their limits (2.2, 4.C3, 8), each on all four lists. */
export const paginationChecks = checks(smokePlan, {
  'lists.answer-200': onEachList(
    { rule: 'lists.paginated' },
    async (session, name) => {
      const exchange = await plainList(session, name)
      assert.status(exchange, 200)
      // A 200 without items could come from any server, so it does not pass.
      await requireList(session, name)
    },
    (exchange) => assert.status(exchange, 200),
  ),
  'lists.items-is-an-array': onEachList(
    { rule: 'page.items', detects: ['lists.envelope'] },
    async (session, name) => {
      const exchange = await plainList(session, name)
      if (exchange.status !== 200)
        throw new Blocked(`${lists[name]} responds with status ${exchange.status}`)
      assertItems(exchange)
    },
    assertItems,
  ),
  'lists.total-is-a-count': hasField('total'),
  'lists.page-is-a-number': hasField('page'),
  'lists.size-is-a-number': hasField('size'),
  'lists.pages-is-a-count': hasField('pages'),
  'lists.page-is-1-by-default': onPlainPage(
    { rule: 'lists.page-parameter' },
    assertPage1,
    (exchange) =>
      queryOf(exchange).has('page') ? skip('the request sets `page`') : assertPage1(exchange),
  ),
  'lists.size-is-20-by-default': onPlainPage(
    { rule: 'lists.size-parameter', detects: ['lists.default-size'] },
    assertSize20,
    (exchange) =>
      queryOf(exchange).has('size') ? skip('the request sets `size`') : assertSize20(exchange),
  ),
  'lists.items-fit-the-size': {
    ...onEachList({ rule: 'page.size' }, async (session, name) =>
      checkEach(['', '?size=1'], async (query) =>
        assertFitsSize(await readPage(session, name, query)),
      ),
    ),
    judgement: judgingPages(assertFitsSize),
  },
  'lists.total-counts-all-items': {
    ...onEachList({ rule: 'page.total' }, checkTotal),
    judgement: judgingPages(assertCounted),
  },
  'lists.pages-is-total-by-size': {
    ...onEachList({ rule: 'page.pages' }, checkPages),
    judgement: judgingPages(assertPages),
  },
  'lists.size-1-is-accepted': acceptsQuery('?size=1', 'size', 1),
  'lists.size-100-is-accepted': acceptsQuery(
    '?size=100',
    'size',
    100,
    assertRequested('size', 100),
  ),
  'lists.page-2-is-accepted': acceptsQuery(
    '?size=1&page=2',
    'page',
    2,
    assertRequested('page', 'pages'),
  ),
  'lists.page-0-is-422': refusesQuery('page', '0'),
  'lists.size-0-is-422': refusesQuery('size', '0'),
  'lists.size-101-is-422': refusesQuery('size', '101', ['lists.oversize']),
  'lists.page-word-is-422': refusesQuery('page', 'abc'),
  'lists.size-minus-1-is-422': refusesQuery('size', '-1'),
  'lists.page-fraction-is-422': refusesQuery('page', '1.5'),
  'lists.page-minus-1-is-422': refusesQuery('page', '-1'),
  'lists.size-word-is-422': refusesQuery('size', 'abc'),
  'lists.size-fraction-is-422': refusesQuery('size', '1.5'),
  'lists.page-2-has-other-items': {
    ...onEachList({ rule: 'lists.page-parameter' }, checkSecondPage),
    judgement: {
      applies: (exchange, seen) => isList(exchange) && seen.pageBefore(exchange) !== undefined,
      verify: (exchange, seen) => {
        const ids = idsOn(exchange)
        requireIds(ids)
        const isSame = ids.length > 0 && formatValue(ids) === formatValue(seen.pageBefore(exchange))
        assert.holds(!isSame, 'other items than on the page before', 'the same items', exchange)
      },
    },
  },
  'lists.pages-are-full': onEachList({ level: 'should', rule: 'page.size' }, checkFullness),
  'lists.pages-do-not-overlap': {
    ...onEachList({ level: 'should', rule: 'page.items' }, checkOverlap),
    judgement: {
      applies: (exchange) => isList(exchange) && itemsOf(exchange) !== undefined,
      verify: (exchange, seen) => {
        const ids = idsOn(exchange)
        requireIds(ids)
        assertOnce(ids, new Set(seen.pageBefore(exchange)), exchange)
      },
    },
  },
  'lists.pages-lose-nothing': onEachList({ rule: 'lists.page-parameter' }, checkLoss),
  'lists.pages-keep-the-order': onEachList(
    { level: 'should', rule: 'lists.page-parameter' },
    checkOrder,
  ),
  'lists.edges': onEachList(
    {
      level: 'observe',
      rule: 'page.pages',
      detects: ['lists.page-beyond-end', 'lists.pages-when-empty'],
    },
    observeEdges,
  ),
})
