import { specifiedPage } from '../../contract/records/specified.ts'
import type { ChoiceId } from '../../contract/choices.ts'
import { type ActiveRow, checks, smokePlan } from '../session/check.ts'
import { type Exchange, isCallOf, queryOf } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { each, assert, isAccepted, skip } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { userCredential } from '../setup/credentials.ts'
import {
  checkFullness,
  checkOverlap,
  checkPages,
  checkSecondPage,
  checkTotal,
  hasRightPages,
  observeEdges,
} from './page-contents.ts'
import {
  requireList,
  itemsOf,
  lists,
  plainList,
  type ListName,
  requireUser,
  pageNumber,
  pageOf,
  readPage,
} from '../setup/lists.ts'

const names = Object.keys(lists) as ListName[]

type Judge = (exchange: Exchange) => unknown

/** Makes a check that tests one rule on each of the four lists. */
const onEachList = (
  row: Omit<ActiveRow, 'run'>,
  verify: (session: TestSession, name: ListName) => Promise<unknown>,
  judge?: Judge,
): ActiveRow => ({
  ...row,
  run: (session) => each(names, (name) => verify(session, name)),
  ...(judge !== undefined && { judgement: { applies: isList, verify: judge } }),
})

/** Whether an exchange of others reads one of the four lists. */
const isList = (exchange: Exchange): boolean => isAccepted(exchange) && isOfList(exchange)

const isOfList = (exchange: Exchange): boolean =>
  Object.values(lists).some((path) => isCallOf(exchange, `GET ${path}`))

/** The plain page of each list is judged, and each page that others read. */
const onPlainPage = (row: Omit<ActiveRow, 'run'>, own: Judge, judge: Judge = own) =>
  onEachList(row, async (session, name) => own(await requireList(session, name)), judge)

const hasField = (key: 'total' | 'page' | 'size' | 'pages') =>
  onPlainPage({ rule: `page.${key}`, detects: ['lists.envelope'] }, (exchange) =>
    assert.matches(specifiedPage.shape[key], pageOf(exchange)[key], exchange, key),
  )

const acceptsQuery = (query: string, key: 'page' | 'size', value: number) =>
  onEachList({ rule: `lists.${key}-parameter` }, async (session, name) => {
    if (key === 'page' && pageNumber(await requireList(session, name), 'total') < value) {
      skip('no list has a second page')
    }
    const exchange = await readPage(session, name, query)
    assert.status(exchange, 200)
    assert.equal(pageNumber(exchange, key), value, exchange, key)
  })

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
      exchange.status !== 401 &&
      queryOf(exchange).toString() === `${key}=${value}`,
    verify: (exchange) => assert.status(exchange, 422),
  },
})

const hasItems = (exchange: Exchange): void =>
  assert.matches(specifiedPage.shape.items, member(exchange.json, 'items'), exchange, 'items')

const isPage1 = (exchange: Exchange): void =>
  assert.equal(pageNumber(exchange, 'page'), 1, exchange, 'page')

const hasSize20 = (exchange: Exchange): void =>
  assert.equal(pageNumber(exchange, 'size'), 20, exchange, 'size')

function fitsItsSize(exchange: Exchange): void {
  const [count, size] = [itemsOf(exchange)?.length ?? 0, pageNumber(exchange, 'size')]
  assert.holds(count <= size, `at most ${size} items`, `${count} items`, exchange)
}

/** Pages, their fields and their limits (2.2, 4.C3, 8); each rule is tested on all four lists. */
export const paginationChecks = checks(smokePlan, {
  'lists.answer-200': onEachList(
    { rule: 'lists.paginated' },
    async (session, name) => {
      const exchange = await plainList(session, name)
      assert.status(exchange, 200)
      // Any server could respond with a bare 200; another check tests whether it is a page.
      await requireList(session, name)
    },
    (exchange) => assert.status(exchange, 200),
  ),
  'lists.items-is-an-array': onEachList(
    { rule: 'page.items', detects: ['lists.envelope'] },
    async (session, name) => {
      const exchange = await plainList(session, name)
      if (exchange.status !== 200)
        throw new Blocked(`${lists[name]} responds with ${exchange.status}`)
      hasItems(exchange)
    },
    hasItems,
  ),
  'lists.total-is-a-count': hasField('total'),
  'lists.page-is-a-number': hasField('page'),
  'lists.size-is-a-number': hasField('size'),
  'lists.pages-is-a-count': hasField('pages'),
  'lists.page-is-1-by-default': onPlainPage({ rule: 'lists.page-parameter' }, isPage1, (exchange) =>
    queryOf(exchange).has('page') ? skip('it asks for a page') : isPage1(exchange),
  ),
  'lists.size-is-20-by-default': onPlainPage(
    { rule: 'lists.size-parameter', detects: ['lists.default-size'] },
    hasSize20,
    (exchange) =>
      queryOf(exchange).has('size') ? skip('it asks for a size') : hasSize20(exchange),
  ),
  'lists.items-fit-the-size': onEachList(
    { rule: 'page.size' },
    async (session, name) =>
      each(['', '?size=1'], async (query) => fitsItsSize(await readPage(session, name, query))),
    fitsItsSize,
  ),
  'lists.total-counts-all-items': onEachList({ rule: 'page.total' }, checkTotal),
  'lists.pages-is-total-by-size': onEachList({ rule: 'page.pages' }, checkPages, hasRightPages),
  'lists.size-1-is-accepted': acceptsQuery('?size=1', 'size', 1),
  'lists.size-100-is-accepted': acceptsQuery('?size=100', 'size', 100),
  'lists.page-2-is-accepted': acceptsQuery('?size=1&page=2', 'page', 2),
  'lists.page-0-is-422': refusesQuery('page', '0'),
  'lists.size-0-is-422': refusesQuery('size', '0'),
  'lists.size-101-is-422': refusesQuery('size', '101', ['lists.oversize']),
  'lists.page-word-is-422': refusesQuery('page', 'abc'),
  'lists.size-minus-1-is-422': refusesQuery('size', '-1'),
  'lists.page-fraction-is-422': refusesQuery('page', '1.5'),
  'lists.page-minus-1-is-422': refusesQuery('page', '-1'),
  'lists.size-word-is-422': refusesQuery('size', 'abc'),
  'lists.size-fraction-is-422': refusesQuery('size', '1.5'),
  'lists.page-2-has-other-items': onEachList({ rule: 'lists.page-parameter' }, checkSecondPage),
  'lists.pages-are-full': onEachList({ level: 'should', rule: 'page.size' }, checkFullness),
  'lists.pages-do-not-overlap': onEachList({ level: 'should', rule: 'page.items' }, checkOverlap),
  'lists.edges': onEachList(
    {
      level: 'observe',
      rule: 'page.pages',
      detects: ['lists.page-beyond-end', 'lists.pages-when-empty'],
    },
    observeEdges,
  ),
})
