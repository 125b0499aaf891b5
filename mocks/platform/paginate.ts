import type * as z from 'zod/mini'
import type { pageQuery } from '../../contract/operations/fields.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError } from '../world/api-error.ts'
import type { Page } from '../world/wire.ts'
import type { RequestContext } from './request-context.ts'
import type { RecordList } from '../world/fixture-snapshot.ts'

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

/** The pages of a list that were asked for lately: most are asked for again before the list changes. */
const cachedPages = new WeakMap<RecordList<object>, Map<number, Page>>()
const maxCachedPages = 8

/** The page of records that are shown as they are; it is frozen, so that its text can be kept. */
export function paginateListed(visit: RequestContext, list: RecordList<object>): Page {
  const { page, size } = resolvePage(visit, list.length)
  const from = (page - 1) * size
  let pages = cachedPages.get(list)
  if (pages === undefined) cachedPages.set(list, (pages = new Map()))
  const kept = pages.get(from)
  if (kept?.size === size && kept.page === page) return kept
  if (pages.size >= maxCachedPages) pages.clear()
  const made = Object.freeze({ items: list.slice(from, size), total: list.length, page, size })
  pages.set(from, made)
  return made
}

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
