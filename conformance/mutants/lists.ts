import { type JsonObject, isObject } from '../session/json.ts'
import { type Call, changeRequest, lists } from './call.ts'
import { onJson, onReply, onRequest, onStatus, jsonReply, type Mutant, type Wrap } from './wrap.ts'

/** Rewrites pages; what is no page stays. */
const page = (change: (page: JsonObject, call: Call) => JsonObject | undefined): Wrap =>
  onJson(lists, (json, call) =>
    isObject(json) && 'items' in json ? change(json, call) : undefined,
  )

/** Reads one value of a query parameter as another. */
const takes = (key: 'page' | 'size', value: string, instead: string): Wrap =>
  onRequest(lists, (call) =>
    call.query.get(key) === value ? asking(call, key, instead) : undefined,
  )

function asking(call: Call, key: string, value: string): Request {
  const url = new URL(call.request.url)
  url.searchParams.set(key, value)
  return changeRequest(call, { path: url.pathname + url.search })
}

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Wrong in how lists are paged. */
export const listMutants: readonly Mutant[] = [
  {
    id: 'list-of-agents-is-created',
    breaks: 'lists.answer-200',
    says: 'The list of agents answers 201.',
    wrap: onStatus('GET /api/agents', { 200: 201 }),
  },
  {
    id: 'page-in-an-envelope',
    breaks: 'lists.items-is-an-array',
    says: 'The list of knowledge bases wraps its page in the success envelope.',
    wrap: onJson('GET /api/knowledge-bases', (data) => ({ success: true, data })),
  },
  {
    id: 'items-by-index',
    breaks: 'lists.items-is-an-array',
    says: 'The items are an object by index.',
    wrap: page((body) => ({ ...body, items: { ...Object(body['items']) } })),
  },
  {
    id: 'total-as-text',
    breaks: 'lists.total-is-a-count',
    says: 'The total is a string.',
    wrap: page((body) => ({ ...body, total: String(body['total']) })),
  },
  {
    id: 'total-of-the-page-alone',
    breaks: 'lists.total-counts-all-items',
    says: 'The total counts the items of the page.',
    wrap: page((body) => {
      const total = [body['items']].flat().length
      const isOther = total !== body['total'] && count(body['total']) > 0
      return isOther ? { ...body, total, pages: Math.ceil(total / count(body['size'])) } : undefined
    }),
  },
  {
    id: 'total-counts-hidden-items',
    breaks: 'lists.total-counts-all-items',
    says: 'The total counts an item that is never listed.',
    wrap: page((body) => {
      const total = count(body['total']) + 1
      return { ...body, total, pages: Math.ceil(total / count(body['size'])) }
    }),
  },
  {
    id: 'page-number-as-text',
    breaks: 'lists.page-is-a-number',
    says: 'The page is a string.',
    wrap: page((body) => ({ ...body, page: String(body['page']) })),
  },
  {
    id: 'size-left-out',
    breaks: 'lists.size-is-a-number',
    says: 'A page does not tell its size.',
    wrap: page(({ size: _, ...body }) => body),
  },
  {
    id: 'pages-as-a-fraction',
    breaks: 'lists.pages-is-a-count',
    says: 'The number of pages is not rounded up.',
    wrap: page((body) => ({ ...body, pages: count(body['total']) / count(body['size']) + 0.05 })),
  },
  {
    id: 'pages-count-from-zero',
    breaks: 'lists.page-is-1-by-default',
    says: 'The first page is page 0.',
    wrap: page((body, { query }) => (query.has('page') ? undefined : { ...body, page: 0 })),
  },
  {
    id: 'fifty-by-default',
    breaks: 'lists.size-is-20-by-default',
    says: 'A page has 50 items by default.',
    wrap: onRequest(lists, (call) =>
      call.query.has('size') ? undefined : asking(call, 'size', '50'),
    ),
  },
  {
    id: 'page-overflows',
    breaks: 'lists.items-fit-the-size',
    says: 'A page of one item holds two.',
    wrap: page((body, { query }) => {
      const items = body['items']
      const small = query.get('size') === '1' && Array.isArray(items) && items.length === 1
      return small ? { ...body, items: [...items, ...items] } : undefined
    }),
  },
  {
    id: 'one-page-too-many',
    breaks: 'lists.pages-is-total-by-size',
    says: 'The number of pages is total by size, rounded down, and one.',
    wrap: page((body) => ({
      ...body,
      pages: Math.floor(count(body['total']) / count(body['size'])) + 1,
    })),
  },
  {
    id: 'least-size-is-5',
    breaks: 'lists.size-1-is-accepted',
    says: 'A smaller size than 5 is taken as 5.',
    wrap: takes('size', '1', '5'),
  },
  {
    id: 'size-100-refused',
    breaks: 'lists.size-100-is-accepted',
    says: 'The largest size is 99.',
    wrap: onReply(lists, (_, { query }) =>
      query.get('size') === '100' ? jsonReply(422, { detail: [] }) : undefined,
    ),
  },
  {
    id: 'page-2-is-page-1',
    breaks: 'lists.page-2-is-accepted',
    says: 'The parameter page is ignored.',
    wrap: takes('page', '2', '1'),
  },
  {
    id: 'page-0-taken',
    breaks: 'lists.page-0-is-422',
    says: 'Page 0 is taken as page 1.',
    wrap: takes('page', '0', '1'),
  },
  {
    id: 'size-0-taken',
    breaks: 'lists.size-0-is-422',
    says: 'Size 0 is taken as the default.',
    wrap: takes('size', '0', '20'),
  },
  {
    id: 'size-101-clamped',
    breaks: 'lists.size-101-is-422',
    says: 'Size 101 is taken as 100.',
    wrap: takes('size', '101', '100'),
  },
  {
    id: 'page-word-taken',
    breaks: 'lists.page-word-is-422',
    says: 'A page that is a word is taken as page 1.',
    wrap: takes('page', 'abc', '1'),
  },
  {
    id: 'size-minus-1-taken',
    breaks: 'lists.size-minus-1-is-422',
    says: 'Size -1 is taken as the largest.',
    wrap: takes('size', '-1', '100'),
  },
  {
    id: 'page-minus-1-taken',
    breaks: 'lists.page-minus-1-is-422',
    says: 'Page -1 is taken as page 1.',
    wrap: takes('page', '-1', '1'),
  },
  {
    id: 'size-word-taken',
    breaks: 'lists.size-word-is-422',
    says: 'A size that is a word is taken as the default.',
    wrap: takes('size', 'abc', '20'),
  },
  {
    id: 'size-fraction-taken',
    breaks: 'lists.size-fraction-is-422',
    says: 'Size 1.5 is taken as size 1.',
    wrap: takes('size', '1.5', '1'),
  },
  {
    id: 'page-fraction-taken',
    breaks: 'lists.page-fraction-is-422',
    says: 'Page 1.5 is taken as page 1.',
    wrap: takes('page', '1.5', '1'),
  },
]
