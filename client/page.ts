import type { Requester, CallOptions } from './requester.ts'
import { isObject } from './json.ts'
import type { Query } from './transport.ts'

/** A part of a list. */
export type Page<Item> = {
  readonly items: readonly Item[]
  /** How many items the whole list has; those of this page where the deployment doesn't tell. */
  readonly total: number
  /** Which page this is, from 1. */
  readonly page: number
  /** How many items a page has at most. */
  readonly size: number
  /** How many pages there are. */
  readonly pages: number
}

/** Which part of a list: `page` from 1, `size` from 1 to 100 (20 unless given). */
export type PageQuery = Query & {
  readonly page?: number | undefined
  readonly size?: number | undefined
}

/** A list, by page or item by item. */
export type List<Item, Filter extends PageQuery = PageQuery> = {
  /** One page of it. */
  list(query?: Filter, options?: CallOptions): Promise<Page<Item>>
  /** All of it, page by page as it is read; what moves to a later page meanwhile comes once. */
  all(query?: Omit<Filter, 'page'>, options?: CallOptions): AsyncGenerator<Item, void, undefined>
}

/** The list that stands at a path. */
export function createList<
  Item extends { readonly id: string },
  Filter extends PageQuery = PageQuery,
>({ request }: Requester, path: string): List<Item, Filter> {
  const read = async (query: PageQuery = {}, options?: CallOptions) =>
    readPage<Item>(await request('GET', path, { ...options, query }), query)
  return {
    async list(query, options) {
      const { isLast: _isLast, ...page } = await read(query, options)
      return page
    },
    async *all(query, options) {
      const seen = new Set<string>()
      for (let page = 1; ; page++) {
        const { items, isLast } = await read({ size: maxPageSize, ...query, page }, options)
        const fresh = items.filter(({ id }) => !seen.has(id))
        for (const { id } of fresh) seen.add(id)
        yield* fresh
        // Where nothing is new, the deployment does not turn pages.
        if (isLast || fresh.length === 0) return
      }
    },
  }
}

const maxPageSize = 100

/** The page in an answer: that of the specification, its `items` alone, or an array and no more. */
function readPage<Item>(answer: unknown, { page: asked = 1, size: wanted }: PageQuery) {
  const told = isObject(answer) ? answer : { items: answer }
  const items: readonly Item[] = Array.isArray(told['items']) ? told['items'] : []
  const numberOf = (field: string, otherwise: number) =>
    typeof told[field] === 'number' ? told[field] : otherwise
  const page = numberOf('page', asked)
  const pages = numberOf('pages', page)
  return {
    items,
    total: numberOf('total', items.length),
    page,
    size: numberOf('size', wanted ?? items.length),
    pages,
    isLast: items.length === 0 || ('pages' in told ? page >= pages : items.length !== wanted),
  }
}
