import { specifiedPage } from '../../contract/records/specified.ts'
import type { RuleId } from '../../contract/rules.ts'
import type { ActiveCheck, Check } from '../session/check.ts'
import { member, formatValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { each, errorCode, assert, skip } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { userCredential } from '../setup/credentials.ts'
import {
  requireList,
  itemsOf,
  lists,
  plainList,
  type ListName,
  requireUser,
  firstPage,
  pageNumber,
  readPage,
} from '../setup/lists.ts'

const names = Object.keys(lists) as ListName[]

type Row = Pick<ActiveCheck, 'id' | 'level' | 'rule' | 'sees'>

/** One rule, judged on each of the four lists. */
const onEachList = (
  row: Row,
  judge: (lab: TestSession, name: ListName) => Promise<unknown>,
): ActiveCheck => ({
  ...row,
  plan: 'smoke',
  needs: ['user'],
  run: (lab) => each(names, (name) => judge(lab, name)),
})

const fieldRules = {
  total: 'page.total',
  page: 'page.page',
  size: 'page.size',
  pages: 'page.pages',
}

const hasField = (id: string, key: keyof typeof fieldRules): ActiveCheck =>
  onEachList(
    { id, level: 'must', rule: fieldRules[key] as RuleId, sees: ['lists.envelope'] },
    async (lab, name) => {
      const exchange = await firstPage(lab, name)
      assert.match(specifiedPage.shape[key], member(exchange.json, key), exchange, key)
    },
  )

const echoes = (id: string, rule: RuleId, query: string, key: 'page' | 'size', value: number) =>
  onEachList({ id, level: 'must', rule }, async (lab, name) => {
    if (key === 'page' && pageNumber(await firstPage(lab, name), 'total') < value) {
      skip('no list has a second page')
    }
    const exchange = await readPage(lab, name, query)
    assert.status(exchange, 200)
    assert.equal(pageNumber(exchange, key), value, exchange, key)
  })

const isInvalid = (id: string, query: string, sees: ActiveCheck['sees'] = []): ActiveCheck =>
  onEachList(
    {
      id,
      level: 'must',
      rule: query.startsWith('?page') ? 'lists.page-parameter' : 'lists.size-parameter',
      sees: ['errors.validation-status', ...sees],
    },
    async (lab, name) => {
      await requireList(lab, name)
      const breaks = query.slice(1, 5)
      const credential = await userCredential(lab)
      const ask = { method: 'GET', path: lists[name] + query, bearer: credential, breaks }
      assert.status(requireUser(await lab.send(ask)), 422)
    },
  )

async function judgePages(lab: TestSession, name: ListName): Promise<unknown> {
  return each(['', '?size=1', '?size=7'], async (query) => {
    const exchange = await readPage(lab, name, query)
    const [total, size] = [pageNumber(exchange, 'total'), pageNumber(exchange, 'size')]
    const pages = pageNumber(exchange, 'pages')
    // Total comes from the same reply, so that writes of others do not matter.
    const right = total === 0 ? pages <= 1 : pages === Math.ceil(total / size)
    const expected = total === 0 ? '0 or 1' : String(Math.ceil(total / size))
    assert.holds(right, `pages ${expected} for ${total} items by ${size}`, String(pages), exchange)
  })
}

/** A total, by small pages and by large ones, and the items that there are. */
async function readTotals(lab: TestSession, name: ListName) {
  const one = await readPage(lab, name, '?size=1')
  const all = await readPage(lab, name, '?size=100')
  const [byOne, total] = [pageNumber(one, 'total'), pageNumber(all, 'total')]
  const count = itemsOf(all)?.length ?? 0
  return {
    one,
    all,
    byOne,
    total,
    count,
    isRight: byOne === total && (total > 100 || count === total),
  }
}

async function judgeTotal(lab: TestSession, name: ListName): Promise<void> {
  const first = await readTotals(lab, name)
  if (first.isRight) return first.total === 0 ? skip('the list is empty') : undefined
  // Others may have written in between.
  const { one, all, byOne, total, count, isRight } = await readTotals(lab, name)
  if (isRight) return
  if (byOne !== first.byOne || total !== first.total) skip('the list changes while it is read')
  assert.equal(byOne, total, one, 'total')
  assert.equal(count, total, all, 'number of items')
}

async function judgeFullness(lab: TestSession, name: ListName): Promise<void> {
  // Deleting goes on beside us, so one short page may be chance.
  for (const isLast of [false, true]) {
    const exchange = await readPage(lab, name, '?size=1&page=1')
    if (pageNumber(exchange, 'total') < 2) skip('no list has a second page')
    const count = itemsOf(exchange)?.length
    if (count === 1) return
    assert.holds(!isLast, 'one item on the first page of one', `${count} items`, exchange)
  }
}

/** The ids of the first pages, or undefined where the list changed while it was walked. */
async function walkIds(lab: TestSession, name: ListName): Promise<readonly string[] | undefined> {
  const totals = new Set<number>()
  const ids: string[] = []
  for (const index of [1, 2, 3, 4, 5]) {
    const exchange = await readPage(lab, name, `?size=2&page=${index}`)
    totals.add(pageNumber(exchange, 'total'))
    ids.push(...(itemsOf(exchange) ?? []).map((item) => formatValue(item['id'])))
    if (index >= pageNumber(exchange, 'pages')) break
  }
  return totals.size === 1 ? ids : undefined
}

async function judgeWalk(lab: TestSession, name: ListName): Promise<void> {
  const ids = (await walkIds(lab, name)) ?? (await walkIds(lab, name))
  if (ids === undefined) skip('the list changes while it is read')
  if (ids.includes('nothing')) skip('its items have no id')
  const known = new Set<string>()
  const twice = ids.filter((id) => known.size === known.add(id).size)
  assert.holds(twice.length === 0, 'each item on one page only', `${formatValue(twice)} twice`)
}

async function observeEdges(lab: TestSession, name: ListName): Promise<unknown> {
  const beyond = await readPage(lab, name, '?page=100000')
  const plain = await firstPage(lab, name)
  const pagesWhenEmpty = pageNumber(plain, 'total') === 0 ? pageNumber(plain, 'pages') : 'not empty'
  const answer = itemsOf(beyond)?.length ?? errorCode(beyond)
  return { list: name, beyond: { status: beyond.status, answer }, pagesWhenEmpty }
}

/** Pages, their fields and their limits (2.2, 4.C3, 8), each rule on all four lists. */
export const paginationChecks: readonly Check[] = [
  onEachList(
    { id: 'lists.answer-200', level: 'must', rule: 'lists.paginated' },
    async (lab, name) => {
      const exchange = await plainList(lab, name)
      assert.status(exchange, 200)
      // A bare 200 could be any server's; whether it is a page is a check of its own.
      await requireList(lab, name)
    },
  ),
  onEachList(
    { id: 'lists.items-is-an-array', level: 'must', rule: 'page.items', sees: ['lists.envelope'] },
    async (lab, name) => {
      const exchange = await plainList(lab, name)
      if (exchange.status !== 200) throw new Blocked(`${lists[name]} answers ${exchange.status}`)
      assert.match(specifiedPage.shape.items, member(exchange.json, 'items'), exchange, 'items')
    },
  ),
  hasField('lists.total-is-a-count', 'total'),
  hasField('lists.page-is-a-number', 'page'),
  hasField('lists.size-is-a-number', 'size'),
  hasField('lists.pages-is-a-count', 'pages'),
  onEachList(
    { id: 'lists.page-is-1-by-default', level: 'must', rule: 'lists.page-parameter' },
    async (lab, name) => {
      const exchange = await firstPage(lab, name)
      assert.equal(pageNumber(exchange, 'page'), 1, exchange, 'page')
    },
  ),
  onEachList(
    {
      id: 'lists.size-is-20-by-default',
      level: 'must',
      rule: 'lists.size-parameter',
      sees: ['lists.default-size'],
    },
    async (lab, name) => {
      const exchange = await firstPage(lab, name)
      assert.equal(pageNumber(exchange, 'size'), 20, exchange, 'size')
    },
  ),
  onEachList(
    { id: 'lists.items-fit-the-size', level: 'must', rule: 'page.size' },
    async (lab, name) =>
      each(['', '?size=1'], async (query) => {
        const exchange = await readPage(lab, name, query)
        const [count, size] = [itemsOf(exchange)?.length ?? 0, pageNumber(exchange, 'size')]
        assert.holds(count <= size, `at most ${size} items`, `${count} items`, exchange)
      }),
  ),
  onEachList({ id: 'lists.total-counts-all-items', level: 'must', rule: 'page.total' }, judgeTotal),
  onEachList({ id: 'lists.pages-is-total-by-size', level: 'must', rule: 'page.pages' }, judgePages),
  echoes('lists.size-1-is-accepted', 'lists.size-parameter', '?size=1', 'size', 1),
  echoes('lists.size-100-is-accepted', 'lists.size-parameter', '?size=100', 'size', 100),
  echoes('lists.page-2-is-accepted', 'lists.page-parameter', '?size=1&page=2', 'page', 2),
  isInvalid('lists.page-0-is-422', '?page=0'),
  isInvalid('lists.size-0-is-422', '?size=0'),
  isInvalid('lists.size-101-is-422', '?size=101', ['lists.oversize']),
  isInvalid('lists.page-word-is-422', '?page=abc'),
  isInvalid('lists.size-minus-1-is-422', '?size=-1'),
  isInvalid('lists.page-fraction-is-422', '?page=1.5'),
  isInvalid('lists.page-minus-1-is-422', '?page=-1'),
  isInvalid('lists.size-word-is-422', '?size=abc'),
  isInvalid('lists.size-fraction-is-422', '?size=1.5'),
  onEachList({ id: 'lists.pages-are-full', level: 'should', rule: 'page.size' }, judgeFullness),
  onEachList({ id: 'lists.pages-do-not-overlap', level: 'should', rule: 'page.items' }, judgeWalk),
  onEachList(
    {
      id: 'lists.edges',
      level: 'observe',
      rule: 'page.pages',
      sees: ['lists.page-beyond-end', 'lists.pages-when-empty'],
    },
    observeEdges,
  ),
]
