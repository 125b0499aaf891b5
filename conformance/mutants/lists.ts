import { type Call, changeRequest, lists } from './call.ts'
import {
  onJson,
  onResponse,
  onRequest,
  onStatus,
  jsonResponse,
  type Mutant,
  mutants,
  type Wrap,
} from './wrap.ts'
import { type JsonObject, isObject } from '../../contract/json.ts'

/** Rewrites the pages of the four lists; leaves responses that are no page unchanged. */
const rewritePage = (change: (page: JsonObject, call: Call) => JsonObject | undefined): Wrap =>
  onJson(lists, (json, call) =>
    isObject(json) && 'items' in json ? change(json, call) : undefined,
  )

/** A fault: handles `value` in a query parameter as if the request had sent `instead`. */
const treatQueryAs = (key: 'page' | 'size', value: string, instead: string): Wrap =>
  onRequest(lists, (call) =>
    call.query.get(key) === value ? withQueryValue(call, key, instead) : undefined,
  )

function withQueryValue(call: Call, key: string, value: string): Request {
  const url = new URL(call.request.url)
  url.searchParams.set(key, value)
  return changeRequest(call, { path: url.pathname + url.search })
}

/** Rewrites the items of each page after the first. */
const rewriteLaterPages = (change: (items: readonly unknown[]) => readonly unknown[]): Wrap =>
  rewritePage((body, { query }) => {
    const items: unknown = body['items']
    const isLater = Number(query.get('page') ?? 1) > 1
    return isLater && Array.isArray(items) && items.length > 1
      ? { ...body, items: change(items) }
      : undefined
  })

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

const pageMutants = mutants({
  'list-of-agents-is-created': {
    killedBy: 'lists.answer-200',
    description: 'The list of agents responds with 201.',
    wrap: onStatus('GET /api/agents', { 200: 201 }),
  },
  'page-in-an-envelope': {
    killedBy: 'lists.items-is-an-array',
    description: 'The list of knowledge bases wraps its page in the success envelope.',
    wrap: onJson('GET /api/knowledge-bases', (data, _, status) =>
      status === 200 ? { success: true, data } : undefined,
    ),
  },
  'items-by-index': {
    killedBy: 'lists.items-is-an-array',
    looksLike: (got) => got.startsWith('{'),
    description: '`items` is an object instead of an array.',
    wrap: rewritePage((body) => ({ ...body, items: { ...Object(body['items']) } })),
  },
  'total-as-text': {
    killedBy: 'lists.total-is-a-count',
    description: '`total` is a string.',
    wrap: rewritePage((body) => ({ ...body, total: String(body['total']) })),
  },
  'total-of-the-page-alone': {
    killedBy: 'lists.total-counts-all-items',
    description: '`total` is the number of items on the page.',
    wrap: rewritePage((body) => {
      const total = [body['items']].flat().length
      const isOther = total !== body['total'] && count(body['total']) > 0
      return isOther ? { ...body, total, pages: Math.ceil(total / count(body['size'])) } : undefined
    }),
  },
  'total-counts-hidden-items': {
    killedBy: 'lists.total-counts-all-items',
    description: '`total` counts an item that is never listed.',
    wrap: rewritePage((body) => {
      const total = count(body['total']) + 1
      return { ...body, total, pages: Math.ceil(total / count(body['size'])) }
    }),
  },
  'total-counts-items-of-others': {
    killedBy: 'lists.total-counts-all-items',
    description: '`total` counts a hundred items that only other users see.',
    wrap: rewritePage((body) => {
      const total = count(body['total']) + 100
      return { ...body, total, pages: Math.ceil(total / count(body['size'])) }
    }),
  },
  'page-number-as-text': {
    killedBy: 'lists.page-is-a-number',
    description: '`page` is a string.',
    wrap: rewritePage((body) => ({ ...body, page: String(body['page']) })),
  },
  'size-left-out': {
    killedBy: 'lists.size-is-a-number',
    description: 'A page has no field `size`.',
    wrap: rewritePage(({ size: _, ...body }) => body),
  },
  'pages-as-a-fraction': {
    killedBy: 'lists.pages-is-a-count',
    description: 'The number of pages is not rounded up.',
    wrap: rewritePage((body) => ({
      ...body,
      pages: count(body['total']) / count(body['size']) + 0.05,
    })),
  },
  'pages-count-from-zero': {
    killedBy: 'lists.page-is-1-by-default',
    description: 'The first page is page 0.',
    wrap: rewritePage((body, { query }) => (query.has('page') ? undefined : { ...body, page: 0 })),
  },
  'fifty-by-default': {
    killedBy: 'lists.size-is-20-by-default',
    description: 'A page has 50 items by default.',
    wrap: onRequest(lists, (call) =>
      call.query.has('size') ? undefined : withQueryValue(call, 'size', '50'),
    ),
  },
  'page-overflows': {
    killedBy: 'lists.items-fit-the-size',
    description: 'With `size` 1, a page has two items.',
    wrap: rewritePage((body, { query }) => {
      const items = body['items']
      const small = query.get('size') === '1' && Array.isArray(items) && items.length === 1
      return small ? { ...body, items: [...items, ...items] } : undefined
    }),
  },
  'one-page-too-many': {
    killedBy: 'lists.pages-is-total-by-size',
    description: '`pages` is one too many if `total` is a multiple of `size`.',
    wrap: rewritePage((body) => ({
      ...body,
      pages: Math.floor(count(body['total']) / count(body['size'])) + 1,
    })),
  },
  'least-size-is-5': {
    killedBy: 'lists.size-1-is-accepted',
    description: 'A size below 5 is treated as 5.',
    wrap: treatQueryAs('size', '1', '5'),
  },
  'size-100-refused': {
    killedBy: 'lists.size-100-is-accepted',
    description: 'The largest accepted size is 99.',
    wrap: onResponse(lists, (_, { query }) =>
      query.get('size') === '100' ? jsonResponse(422, { detail: [] }) : undefined,
    ),
  },
  'page-2-is-page-1': {
    killedBy: 'lists.page-2-is-accepted',
    description: 'The parameter page is ignored.',
    wrap: treatQueryAs('page', '2', '1'),
  },
  'page-2-repeats-page-1': {
    killedBy: 'lists.page-2-has-other-items',
    description: 'Page 2 has the number 2 and the items of page 1.',
    wrap: (fetch, hit) => {
      const numbered = rewritePage((body, { query }) =>
        query.get('page') === '2' && body['page'] === 1 ? { ...body, page: 2 } : undefined,
      )
      const inner = treatQueryAs('page', '2', '1')(fetch, hit)
      // The outer wrapper needs the original query, so the inner wrapper changes the page number.
      return numbered(inner, hit)
    },
  },
  'pages-lose-an-item': {
    killedBy: 'lists.pages-lose-nothing',
    description: 'Each page after the first begins one item too late.',
    wrap: rewriteLaterPages((items) => items.slice(1)),
  },
  'pages-turn-the-order': {
    killedBy: 'lists.pages-keep-the-order',
    description: 'The items of each page after the first are in reverse order.',
    wrap: rewriteLaterPages((items) => items.toReversed()),
  },
})

/** Invalid parameter values, each with the valid value that a server uses instead. */
const acceptedValues = [
  ['page-0-taken', 'page', '0', '1', 'Page 0 is treated as page 1.'],
  ['size-0-taken', 'size', '0', '20', 'Size 0 is treated as the default.'],
  ['size-101-clamped', 'size', '101', '100', 'Size 101 is treated as 100.'],
  ['page-word-taken', 'page', 'abc', '1', 'A page that is a word is treated as page 1.'],
  ['size-minus-1-taken', 'size', '-1', '100', 'Size -1 is treated as the largest size.'],
  ['page-minus-1-taken', 'page', '-1', '1', 'Page -1 is treated as page 1.'],
  ['size-word-taken', 'size', 'abc', '20', 'A size that is a word is treated as the default.'],
  ['size-fraction-taken', 'size', '1.5', '1', 'Size 1.5 is treated as size 1.'],
  ['page-fraction-taken', 'page', '1.5', '1', 'Page 1.5 is treated as page 1.'],
] as const

/** Mutants with a fault in the pages of lists. */
export const listMutants: readonly Mutant[] = [
  ...pageMutants,
  ...acceptedValues.map(([id, key, value, instead, description]) => ({
    id,
    killedBy: `lists.${id.replace(/-\w+$/, '')}-is-422`,
    description,
    wrap: treatQueryAs(key, value, instead),
  })),
]
