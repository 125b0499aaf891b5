import * as z from 'zod/mini'
import type { Operation } from '../../../contract/operations/operation.ts'
import { pageQuery } from '../../../contract/operations/fields.ts'
import { limits, ownLimits } from '../../../contract/limits.ts'
import type {
  CollectionAction,
  CollectionFamily,
} from '../../../contract/profile/own-operations.ts'
import { type Field, platformFields } from '../../../contract/profile/shape.ts'
import type { MatchesPattern } from '../../../contract/profile/shape-problems.ts'
import { objectSchema } from '../../../contract/profile/shape-schema.ts'
import { ApiError } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'
import { paginateArray } from '../paginate.ts'
import type { PipelineContext } from '../request-context.ts'
import { keyOf, type OwnRecord } from './own-index.ts'
import { fieldsOf, OwnRecords, type RecordFamily, viewOf } from './own-records.ts'
import { accessOf, answerOf, type OwnOperation } from './own-row.ts'

type Query = z.output<typeof pageQuery> & Readonly<Record<string, unknown>>

export const recordsOf = (world: World, name: string, family: RecordFamily): OwnRecords =>
  new OwnRecords(world, name, family)

/** The record of a collection. Throws `ApiError` if the caller may not read, or not change it. */
export function findRecord(
  context: PipelineContext,
  name: string,
  family: RecordFamily,
  id: string,
  changes: boolean,
): OwnRecord {
  const record = recordsOf(context.world, name, family).get(id)
  const { others = 'missing' } = family
  const place = { table: 'own-records', key: keyOf(name, id) }
  if (record === undefined || (!isOwn(context, record) && others === 'missing'))
    throw new ApiError('resource-missing', `There is no record \`${id}\` in \`${name}\`.`, {
      place,
    })
  if (!isOwn(context, record) && (others === 'forbidden' || (others === 'readable' && changes)))
    throw new ApiError('not-permitted', 'This belongs to someone else.', { place })
  return record
}

const isOwn = ({ knownCaller }: PipelineContext, { user_id }: OwnRecord) =>
  user_id === null || user_id === undefined || user_id === knownCaller?.user.id

/** The operations of a collection: list, create, read, update, delete, its switches and batches. */
export function collectionOperations(
  name: string,
  family: RecordFamily,
  matches: MatchesPattern,
): OwnOperation[] {
  const all = fieldsOf(family)
  const fields = new Map([...all].filter(([field]) => !platformFields.has(field)))
  const body = objectSchema(fields, matches)
  const path = family.path as Operation['path']
  const item = `${path}/{${name}_id}` as const
  const record = objectSchema(all, matches)
  const one = { answer: answerOf(family.one), record, ...accessOf(family) } as const
  const recordsIn = ({ world }: PipelineContext) => recordsOf(world, name, family)
  const found = (context: PipelineContext, changes = true) =>
    findRecord(context, name, family, context.params[`${name}_id`] ?? '', changes)
  const view = viewOf(family)
  const change = (context: PipelineContext, changed: object) => {
    const updated_at = context.world.clock.iso()
    return view(recordsIn(context).insert({ ...found(context), ...changed, updated_at }))
  }
  const create = (context: PipelineContext, given: object) =>
    view(createRecord(context, name, family, given))
  const { list = 'page' } = family
  const operations: Readonly<Record<CollectionAction, Omit<OwnOperation, 'family'>>> = {
    list: {
      row: {
        method: 'GET',
        path,
        record: listRecord(list, record),
        ...accessOf(family),
        query: listQuery(family, fields, matches),
        answer: list === 'page' ? 'page' : answerOf(list),
      },
      run: (context) => {
        const shown = recordsIn(context).all().filter(isListed(context, family))
        if (list !== 'page' && list !== 'items') return shown.map(view)
        const query = context.query as Query
        const page = paginateArray({ ...context, query }, shown)
        const items = (page.items as readonly OwnRecord[]).map(view)
        return list === 'page' ? { ...page, items } : { items }
      },
    },
    create: {
      row: {
        method: 'POST',
        path,
        ...one,
        body,
        status: family.created ?? 201,
      },
      run: (context) => create(context, context.body as object),
    },
    batch: {
      row: {
        method: 'POST',
        path: `${path}/batch`,
        ...one,
        record: z.array(record),
        body: z.array(body).check(z.maxLength(ownLimits.ownBatch)),
      },
      run(context) {
        const given = context.body as object[]
        requireSpace(recordsIn(context), name, given.length)
        return given.map((sent) => create(context, sent))
      },
    },
    read: {
      row: { method: 'GET', path: item, ...one },
      run: (context) => view(found(context, false)),
    },
    update: {
      row: { method: 'PATCH', path: item, ...one, body: z.partial(body) },
      run: (context) => change(context, context.body as object),
    },
    replace: {
      row: { method: 'PUT', path: item, ...one, body },
      run: (context) => change(context, context.body as object),
    },
    delete: {
      row: { method: 'DELETE', path: item, ...accessOf(family), answer: 'empty' },
      run: (context) => recordsIn(context).delete(found(context).id),
    },
  }
  const toggles = Object.entries(family.toggle ?? {}).map(([segment, field]) => ({
    row: {
      method: 'PATCH' as const,
      path: `${item}/${segment}` as const,
      ...one,
      body: z.nullish(z.object({ [field]: z.optional(z.boolean()) })),
    },
    run: (context: PipelineContext) => {
      const given = (context.body as Readonly<Record<string, unknown>> | null)?.[field]
      return change(context, { [field]: given ?? found(context)[field] !== true })
    },
  }))
  const { only = ['list', 'create', 'read', 'update', 'delete'] } = family
  return [...only.map((action) => operations[action]), ...toggles].map(({ row, run }) => ({
    family: name,
    row,
    run,
  }))
}

/** The record of a list: an item of a page, or the whole body. */
function listRecord(list: CollectionFamily['list'], record: z.ZodMiniType): z.ZodMiniType {
  if (list === 'page' || list === undefined) return record
  return list === 'items' ? z.object({ items: z.array(record) }) : z.array(record)
}

/** Adds a record of the caller. Throws an `ApiError` if the collection is full. */
export function createRecord(
  context: PipelineContext,
  name: string,
  family: RecordFamily,
  given: object,
): OwnRecord {
  const records = recordsOf(context.world, name, family)
  requireSpace(records, name, 1)
  return records.insert(records.draft(given, context.knownCaller?.user.id ?? null))
}

function requireSpace({ size }: OwnRecords, name: string, added: number): void {
  const most = ownLimits.ownRecords
  if (size + added <= most) return
  throw new ApiError(
    'request-senseless',
    `\`${name}\` has ${size} records, and at most ${most}. Delete some first.`,
  )
}

/** The parameters of a list: page, size, `search` and the filters. */
function listQuery(
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

function isListed(
  context: PipelineContext,
  { search = [], filters = [], others }: CollectionFamily,
) {
  const query = context.query as Query
  const text = String(query['search'] ?? '').toLowerCase()
  return (record: OwnRecord): boolean =>
    (isOwn(context, record) || others === 'readable' || others === 'shared') &&
    filters.every((name) => query[name] === undefined || query[name] === record[name]) &&
    (text === '' ||
      search.some((name) =>
        String(record[name] ?? '')
          .toLowerCase()
          .includes(text),
      ))
}
