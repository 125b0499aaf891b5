import * as z from 'zod/mini'
import { limits } from '../../../contract/limits.ts'
import { pageQuery } from '../../../contract/operations/fields.ts'
import type { CollectionFamily } from '../../../contract/profile/own-operations.ts'
import type { Field } from '../../../contract/profile/shape.ts'
import type { MatchesPattern } from '../../../contract/profile/shape-problems.ts'
import { objectSchema } from '../../../contract/profile/shape-schema.ts'
import { paginateArray } from '../paginate.ts'
import type { PipelineContext } from '../request-context.ts'
import { isOwn } from './own-access.ts'
import type { OwnRecord } from './own-index.ts'

type Query = z.output<typeof pageQuery> & Readonly<Record<string, unknown>>

/** The record of a list: an item of a page, or the whole body. */
export function listRecord(list: CollectionFamily['list'], record: z.ZodMiniType): z.ZodMiniType {
  if (list === 'page' || list === undefined) return record
  return list === 'items' ? z.object({ items: z.array(record) }) : z.array(record)
}

/** The parameters of a list: page, size, `search` and the filters. */
export function listQuery(
  { search, filters = [] }: CollectionFamily,
  fields: ReadonlyMap<string, Field>,
  matches: MatchesPattern,
) {
  const known = filters.flatMap((name) => {
    const field = fields.get(name)
    return field === undefined ? [] : [[name, { ...field, isOptional: true }] as const]
  })
  const { max } = limits.searchLength
  return z.extend(pageQuery, {
    ...objectSchema(new Map(known), matches).shape,
    ...(search !== undefined && { search: z.optional(z.string().check(z.maxLength(max))) }),
  })
}

/** Returns a test for the records that a list of the caller has. */
export function isListed(
  context: PipelineContext,
  { search = [], filters = [], others }: CollectionFamily,
  parents: Readonly<Record<string, string>>,
) {
  const query = context.query as Query
  const text = String(query['search'] ?? '').toLowerCase()
  const inParents = Object.entries(parents)
  return (record: OwnRecord): boolean =>
    (isOwn(context, record) || others === 'readable' || others === 'shared') &&
    inParents.every(([name, id]) => record[name] === id) &&
    filters.every((name) => query[name] === undefined || query[name] === record[name]) &&
    (text === '' ||
      search.some((name) =>
        String(record[name] ?? '')
          .toLowerCase()
          .includes(text),
      ))
}

/** The requested page of records, shown by `view`. */
export function pageOfRecords(
  context: PipelineContext,
  records: readonly OwnRecord[],
  view: (record: OwnRecord) => object,
) {
  const page = paginateArray({ ...context, query: context.query as Query }, records)
  const items = (page.items as readonly OwnRecord[]).map(view)
  return { ...page, items, pages: Math.ceil(page.total / page.size) }
}
