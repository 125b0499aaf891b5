import type * as z from 'zod/mini'
import type { pageQuery } from '../../contract/operations/fields.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError } from '../world/api-error.ts'
import type { Page } from '../world/wire.ts'
import type { RequestContext } from './request-context.ts'

/** Every list takes at least these. */
type PageQuery = z.infer<typeof pageQuery>

/** The page that a call asks for, of a list with a known length (2.2, 4.C3). */
export function paginate(
  visit: RequestContext,
  total: number,
  slice: (from: number, count: number) => readonly object[],
): Page {
  const { page, size } = resolvePage(visit, total)
  return { items: slice((page - 1) * size, size), total, page, size }
}

/** The page of a list that is at hand as a whole. */
export const paginateArray = (visit: RequestContext, items: readonly object[]): Page =>
  paginate(visit, items.length, (from, count) => items.slice(from, from + count))

/** Which page a call asks for, and of what size. */
function resolvePage(visit: RequestContext, total: number): Pick<Page, 'page' | 'size'> {
  const { lists } = visit.behaviour.policy
  const query = visit.query as PageQuery
  const size = Math.min(
    query.size ?? lists.defaultSize,
    Math.max(limits.pageSize.max, lists.defaultSize),
  )
  const last = Math.max(1, Math.ceil(total / size))
  let page = query.page ?? 1
  if (page > last && lists.beyondEnd === 'last') page = last
  if (page > last && lists.beyondEnd === 'missing')
    throw new ApiError('page-beyond-end', `There is no page ${page}; the last is ${last}.`)
  return { page, size }
}
