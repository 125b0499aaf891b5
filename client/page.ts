import { ApiError } from './errors.ts'
import type { Requester, CallOptions } from './requester.ts'
import { isObject } from '../contract/json.ts'
import type { Query } from './transport.ts'

/** One page of a list. */
export type Page<Item> = {
  readonly items: readonly Item[]
  /** The number of items in the whole list, or on this page if the deployment sends no total. */
  readonly total: number
  /** The number of this page, from 1. */
  readonly page: number
  /** The maximum number of items on a page. */
  readonly size: number
  /** The number of pages. */
  readonly pages: number
}

/** Selects a page of a list: `page` from 1, `size` from 1 to 100. Default: page 1, 20 items. */
export type PageQuery = Query & {
  readonly page?: number | undefined
  readonly size?: number | undefined
}

/** A paginated list. */
export type List<Item, Filter extends PageQuery = PageQuery> = {
  /** Reads one page. */
  list(query?: Filter, options?: CallOptions): Promise<Page<Item>>
  /**
   * Reads all items, page by page during iteration. An item that moves to a later page during
   * iteration is returned only once.
   *
   * @example
   * ```ts
   * for await (const agent of client.agents.all()) console.log(agent.name)
   * ```
   */
  all(query?: Omit<Filter, 'page'>, options?: CallOptions): AsyncGenerator<Item, void, undefined>
}

/** Creates the methods of the list at a path. */
export function createList<
  Item extends { readonly id: string },
  Filter extends PageQuery = PageQuery,
>({ request }: Requester, path: string): List<Item, Filter> {
  const read = async (query: PageQuery = {}, options?: CallOptions) =>
    readPage<Item>(await request('GET', path, { ...options, query }), query)
  return {
    async list(query, options) {
      const { isLast: _1, isEchoed: _2, isOpenEnded: _3, ...page } = await read(query, options)
      return page
    },
    async *all(query, options) {
      const seen = new Set<string>()
      let isOpenEnded = false
      const { size = maxPageSize }: PageQuery = { ...query }
      for (let page = 1; ; page++) {
        const pageQuery = { ...query, size, page }
        const next: ReturnType<typeof readPage<Item>> | undefined = await read(
          pageQuery,
          options,
        ).catch(isOpenEnded ? endOfList : undefined)
        if (next === undefined) return
        const { items, isLast, isEchoed } = next
        ;({ isOpenEnded } = next)
        const newItems = items.filter((item) => !seen.has(keyOf(item)))
        for (const item of newItems) seen.add(keyOf(item))
        yield* newItems
        // A page may have only known items, because new records moved them here. But if the
        // deployment does not return the page number, such a page means that it ignores `page`.
        if (isLast || (newItems.length === 0 && !isEchoed)) return
      }
    },
  }
}

const maxPageSize = 100

/** Some deployments use another name for the id, such as `agent_id`. */
const keyOf = (item: { readonly id?: string }): string => item.id ?? JSON.stringify(item)

/**
 * Some deployments do not say which page is the last, and respond with 404 to the page after it.
 */
function endOfList(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

/** Reads a page of a list: the specification's form, an object with only `items`, or an array. */
function readPage<Item>(content: unknown, { page: requested = 1, size: wanted }: PageQuery) {
  const fields = isObject(content) ? content : { items: content }
  const items: readonly Item[] = Array.isArray(fields['items']) ? fields['items'] : []
  const readNumber = (field: string, otherwise: number) =>
    typeof fields[field] === 'number' ? fields[field] : otherwise
  const page = readNumber('page', requested)
  const pages = readNumber('pages', page)
  return {
    items,
    total: readNumber('total', items.length),
    page,
    size: readNumber('size', wanted ?? items.length),
    pages,
    isOpenEnded: !('pages' in fields),
    isEchoed: fields['page'] === requested && 'pages' in fields,
    isLast: items.length === 0 || ('pages' in fields ? page >= pages : items.length !== wanted),
  }
}
