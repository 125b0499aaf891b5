import type * as z from 'zod/mini'
import { limits } from '../../contract/limits.ts'
import type { pageQuery } from '../../contract/operations/fields.ts'
import { ApiError } from '../world/api-error.ts'
import type { Page } from '../world/wire.ts'
import type { RequestContext } from './request-context.ts'

/** The context of a list: its query has at least a page and a size. */
type ListContext = Pick<RequestContext, 'behaviour'> & {
  readonly query: z.output<typeof pageQuery>
}

/**
 * Returns the requested page of a list with a known length, as the deployment limits its number and
 * its size (2.2, 4.C3).
 */
export function paginate(
  { behaviour, query }: ListContext,
  total: number,
  slice: (from: number, count: number) => readonly object[],
): Page {
  const { lists } = behaviour.policy
  const size = Math.min(
    query.size ?? lists.defaultSize,
    Math.max(limits.pageSize.max, lists.defaultSize),
  )
  const last = Math.max(1, Math.ceil(total / size))
  let page = query.page ?? 1
  if (page > last && lists.beyondEnd === 'last') page = last
  if (page > last && lists.beyondEnd === 'missing')
    throw new ApiError('page-beyond-end', `There is no page ${page}; the last page is ${last}.`)
  return { items: slice((page - 1) * size, size), total, page, size }
}

/** Returns the requested page of a list. Only the items of the page are converted with `toItem`. */
export const paginateArray = <Item extends object>(
  context: ListContext,
  items: readonly Item[],
  toItem: (item: Item) => object = (item) => item,
): Page =>
  paginate(context, items.length, (from, count) =>
    items.slice(from, from + count).map((item) => toItem(item)),
  )
