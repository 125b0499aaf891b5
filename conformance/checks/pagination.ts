import { specifiedPage } from '../../contract/records/specified.ts'
import type { ActiveCheck, Check } from '../session/check.ts'
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

type Row = Pick<ActiveCheck, 'id' | 'level' | 'rule' | 'detects'>

/** Makes a check that tests one rule on each of the four lists. */
const onEachList = (
  row: Row,
  verify: (session: TestSession, name: ListName) => Promise<unknown>,
  judge?: (exchange: Exchange) => unknown,
): ActiveCheck => ({
  ...row,
  plan: 'smoke',
  needs: ['user'],
  run: (session) => each(names, (name) => verify(session, name)),
  ...(judge !== undefined && { judgement: { applies: isList, verify: judge } }),
})

/** Whether an exchange of others reads one of the four lists. */
const isList = (exchange: Exchange): boolean => isAccepted(exchange) && isOfList(exchange)

const isOfList = (exchange: Exchange): boolean =>
  Object.values(lists).some((path) => isCallOf(exchange, `GET ${path}`))

const fieldRules = {
  total: 'page.total',
  page: 'page.page',
  size: 'page.size',
  pages: 'page.pages',
} as const

const hasField = (id: string, key: keyof typeof fieldRules): ActiveCheck => {
  const isOfPage = (exchange: Exchange) =>
    assert.matches(specifiedPage.shape[key], pageOf(exchange)[key], exchange, key)
  return onEachList(
    { id, level: 'must', rule: fieldRules[key], detects: ['lists.envelope'] },
    async (session, name) => isOfPage(await requireList(session, name)),
    isOfPage,
  )
}

const parameterRules = { page: 'lists.page-parameter', size: 'lists.size-parameter' } as const

const acceptsQuery = (id: string, query: string, key: 'page' | 'size', value: number) =>
  onEachList({ id, level: 'must', rule: parameterRules[key] }, async (session, name) => {
    if (key === 'page' && pageNumber(await requireList(session, name), 'total') < value) {
      skip('no list has a second page')
    }
    const exchange = await readPage(session, name, query)
    assert.status(exchange, 200)
    assert.equal(pageNumber(exchange, key), value, exchange, key)
  })

const refusesQuery = (
  id: string,
  query: string,
  detects: ActiveCheck['detects'] = [],
): ActiveCheck => ({
  ...onEachList(
    {
      id,
      level: 'must',
      rule: parameterRules[query.startsWith('?page') ? 'page' : 'size'],
      detects: ['errors.validation-status', ...detects],
    },
    async (session, name) => {
      await requireList(session, name)
      const invalidField = query.slice(1, 5)
      const credential = await userCredential(session)
      const request = { method: 'GET', path: lists[name] + query, bearer: credential, invalidField }
      assert.status(requireUser(await session.send(request)), 422)
    },
  ),
  judgement: {
    applies: (exchange) =>
      isOfList(exchange) && exchange.status !== 401 && `?${queryOf(exchange)}` === query,
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
export const paginationChecks: readonly Check[] = [
  onEachList(
    { id: 'lists.answer-200', level: 'must', rule: 'lists.paginated' },
    async (session, name) => {
      const exchange = await plainList(session, name)
      assert.status(exchange, 200)
      // Any server could respond with a bare 200; another check tests whether it is a page.
      await requireList(session, name)
    },
    (exchange) => assert.status(exchange, 200),
  ),
  onEachList(
    {
      id: 'lists.items-is-an-array',
      level: 'must',
      rule: 'page.items',
      detects: ['lists.envelope'],
    },
    async (session, name) => {
      const exchange = await plainList(session, name)
      if (exchange.status !== 200)
        throw new Blocked(`${lists[name]} responds with ${exchange.status}`)
      hasItems(exchange)
    },
    hasItems,
  ),
  hasField('lists.total-is-a-count', 'total'),
  hasField('lists.page-is-a-number', 'page'),
  hasField('lists.size-is-a-number', 'size'),
  hasField('lists.pages-is-a-count', 'pages'),
  onEachList(
    { id: 'lists.page-is-1-by-default', level: 'must', rule: 'lists.page-parameter' },
    async (session, name) => isPage1(await requireList(session, name)),
    (exchange) => (queryOf(exchange).has('page') ? skip('it asks for a page') : isPage1(exchange)),
  ),
  onEachList(
    {
      id: 'lists.size-is-20-by-default',
      level: 'must',
      rule: 'lists.size-parameter',
      detects: ['lists.default-size'],
    },
    async (session, name) => hasSize20(await requireList(session, name)),
    (exchange) =>
      queryOf(exchange).has('size') ? skip('it asks for a size') : hasSize20(exchange),
  ),
  onEachList(
    { id: 'lists.items-fit-the-size', level: 'must', rule: 'page.size' },
    async (session, name) =>
      each(['', '?size=1'], async (query) => fitsItsSize(await readPage(session, name, query))),
    fitsItsSize,
  ),
  onEachList({ id: 'lists.total-counts-all-items', level: 'must', rule: 'page.total' }, checkTotal),
  onEachList(
    { id: 'lists.pages-is-total-by-size', level: 'must', rule: 'page.pages' },
    checkPages,
    hasRightPages,
  ),
  acceptsQuery('lists.size-1-is-accepted', '?size=1', 'size', 1),
  acceptsQuery('lists.size-100-is-accepted', '?size=100', 'size', 100),
  acceptsQuery('lists.page-2-is-accepted', '?size=1&page=2', 'page', 2),
  refusesQuery('lists.page-0-is-422', '?page=0'),
  refusesQuery('lists.size-0-is-422', '?size=0'),
  refusesQuery('lists.size-101-is-422', '?size=101', ['lists.oversize']),
  refusesQuery('lists.page-word-is-422', '?page=abc'),
  refusesQuery('lists.size-minus-1-is-422', '?size=-1'),
  refusesQuery('lists.page-fraction-is-422', '?page=1.5'),
  refusesQuery('lists.page-minus-1-is-422', '?page=-1'),
  refusesQuery('lists.size-word-is-422', '?size=abc'),
  refusesQuery('lists.size-fraction-is-422', '?size=1.5'),
  onEachList(
    { id: 'lists.page-2-has-other-items', level: 'must', rule: 'lists.page-parameter' },
    checkSecondPage,
  ),
  onEachList({ id: 'lists.pages-are-full', level: 'should', rule: 'page.size' }, checkFullness),
  onEachList(
    { id: 'lists.pages-do-not-overlap', level: 'should', rule: 'page.items' },
    checkOverlap,
  ),
  onEachList(
    {
      id: 'lists.edges',
      level: 'observe',
      rule: 'page.pages',
      detects: ['lists.page-beyond-end', 'lists.pages-when-empty'],
    },
    observeEdges,
  ),
]
