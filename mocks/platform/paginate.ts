import type * as z from 'zod/mini'
import { limits } from '../../contract/limits.ts'
import type { pageQuery } from '../../contract/operations/fields.ts'
import { ApiError } from '../world/api-error.ts'
import type { RecordList } from '../world/collection.ts'
import type { Page } from '../world/wire.ts'
import type { RequestContext } from './request-context.ts'

/** A page of a list, with its number and the total, as the platform sends it. */
export const pageOf = <Item>(all: readonly Item[], page: number, size: number) => ({
  items: all.slice((page - 1) * size, page * size),
  total: all.length,
  page,
  size,
  pages: Math.ceil(all.length / size),
})

/** The context of a list operation. The query has at least a page and a size. */
type ListContext = Pick<RequestContext, 'behaviour'> & {
  readonly query: z.output<typeof pageQuery>
}

/**
 * Returns the requested page of a list. The deployment limits the number and size of pages (2.2,
 * 4.C3). Only the items of the page are read, and converted with `toItem`.
 */
export function paginate<Item extends object>(
  { behaviour, query }: ListContext,
  list: RecordList<Item>,
  toItem?: (item: Item) => object,
): Page {
  const total = list.length
  const { lists } = behaviour.policy
  const requested = query.size ?? lists.defaultSize
  const size = lists.clampsSize
    ? Math.min(requested, Math.max(limits.pageSize.max, lists.defaultSize))
    : requested
  const last = Math.max(1, Math.ceil(total / size))
  let page = query.page ?? 1
  if (page > last && lists.beyondEnd === 'last') page = last
  if (page > last && lists.beyondEnd === 'missing')
    throw new ApiError('page-beyond-end', `There is no page ${page}; the last page is ${last}.`)
  const items = list.slice((page - 1) * size, page * size)
  return { items: toItem ? items.map((item) => toItem(item)) : items, total, page, size }
}
