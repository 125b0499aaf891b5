import * as z from 'zod/mini'
import type { Operation } from '../../../contract/operations/operation.ts'
import { pageQuery } from '../../../contract/operations/fields.ts'
import { limits, ownLimits } from '../../../contract/limits.ts'
import type {
  CollectionAction,
  CollectionFamily,
} from '../../../contract/profile/own-operations.ts'
import { type Field, readShape } from '../../../contract/profile/shape.ts'
import { type MatchesPattern, shapeProblems } from '../../../contract/profile/shape-problems.ts'
import { objectSchema } from '../../../contract/profile/shape-schema.ts'
import { ApiError } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'
import { paginateArray } from '../paginate.ts'
import type { PipelineContext } from '../request-context.ts'
import { type OwnRecord, OwnRecords } from './own-records.ts'
import { accessOf, answerOf, type OwnOperation } from './own-row.ts'

/** The fields that the platform sets. */
const ownFields: ReadonlySet<string> = new Set(['id', 'user_id', 'created_at', 'updated_at'])

type Query = z.output<typeof pageQuery> & Readonly<Record<string, unknown>>

export const recordsOf = (world: World, name: string, family: CollectionFamily): OwnRecords =>
  new OwnRecords(world, name, family)

/** The record of a collection. Throws `ApiError` if the caller may not read, or not change it. */
export function findRecord(
  context: PipelineContext,
  name: string,
  family: CollectionFamily,
  id: string,
  changes: boolean,
): OwnRecord {
  const record = recordsOf(context.world, name, family).get(id)
  const { others = 'missing' } = family
  if (record === undefined || (!isOwn(context, record) && others === 'missing'))
    throw new ApiError('resource-missing', `There is no record \`${id}\` in \`${name}\`.`)
  if (!isOwn(context, record) && (others === 'forbidden' || (others === 'readable' && changes)))
    throw new ApiError('not-permitted', 'This belongs to someone else.')
  return record
}

const isOwn = ({ knownCaller }: PipelineContext, { user_id }: OwnRecord) =>
  user_id === null || user_id === undefined || user_id === knownCaller?.user.id

/** The operations of a collection: list, create, read, update, delete, its switches and batches. */
export function collectionOperations(
  name: string,
  family: CollectionFamily,
  matches: MatchesPattern,
): OwnOperation[] {
  const shape = readShape(family.record)
  const all: ReadonlyMap<string, Field> = shape.kind === 'object' ? shape.fields : new Map()
  const fields = new Map([...all].filter(([field]) => !ownFields.has(field)))
  const body = objectSchema(fields, matches)
  const path = family.path as Operation['path']
  const item = `${path}/{${name}_id}` as const
  const one = { answer: answerOf(family.one), ...accessOf(family) } as const
  const recordsIn = ({ world }: PipelineContext) => recordsOf(world, name, family)
  const found = (context: PipelineContext, changes = true) =>
    findRecord(context, name, family, context.params[`${name}_id`] ?? '', changes)
  const change = (context: PipelineContext, changed: object) =>
    recordsIn(context).insert({ ...found(context), ...changed, ...touched(context, all) })
  const create = (context: PipelineContext, given: object) => {
    const records = recordsIn(context)
    if (records.all().length >= ownLimits.ownRecords)
      throw new ApiError(
        'request-senseless',
        `\`${name}\` has ${ownLimits.ownRecords} records: delete some.`,
      )
    return records.insert(newRecord(context, all, records.newId(), given))
  }
  const listAnswer = family.list === 'items' || family.list === 'page' ? 'page' : undefined
  const operations: Readonly<Record<CollectionAction, Omit<OwnOperation, 'family'>>> = {
    list: {
      row: {
        method: 'GET',
        path,
        ...accessOf(family),
        query: listQuery(family, fields, matches),
        answer: listAnswer ?? (family.list === undefined ? 'page' : answerOf(family.list)),
      },
      run: (context) => {
        const shown = recordsIn(context).all().filter(isListed(context, family))
        if (family.list === 'array' || family.list === 'envelope' || family.list === 'bare')
          return shown
        return paginateArray({ ...context, query: context.query as Query }, shown)
      },
    },
    create: {
      row: {
        method: 'POST',
        path,
        ...one,
        body,
        status: family.created === 200 ? undefined : 201,
      } as Operation,
      run: (context) => create(context, context.body as object),
    },
    batch: {
      row: {
        method: 'POST',
        path: `${path}/batch`,
        ...one,
        body: z.array(body).check(z.maxLength(100)),
      },
      run: (context) => (context.body as object[]).map((given) => create(context, given)),
    },
    read: { row: { method: 'GET', path: item, ...one }, run: (context) => found(context, false) },
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
    run: (context) => withoutHidden(run(context), all),
  }))
}

/** An outcome without the fields that the platform keeps in each record, unless the profile has them. */
function withoutHidden(outcome: unknown, fields: ReadonlyMap<string, Field>): unknown {
  if (typeof outcome !== 'object' || outcome === null) return outcome
  if (Array.isArray(outcome)) return outcome.map((one: unknown) => withoutHidden(one, fields))
  if ('items' in outcome && 'total' in outcome && !fields.has('items'))
    return { ...outcome, items: withoutHidden(outcome.items, fields) }
  return Object.fromEntries(
    Object.entries(outcome).filter(
      ([field]) => field === 'id' || fields.has(field) || !ownFields.has(field),
    ),
  )
}

/** A new record: the fields that were sent, the defaults of the others, and those of the platform. */
function newRecord(
  { world, knownCaller }: PipelineContext,
  fields: ReadonlyMap<string, Field>,
  id: string,
  given: object,
): OwnRecord {
  const defaults = [...fields].flatMap(([field, { shape, isOptional }]) => {
    if (shape.kind === 'scalar' && shape.default !== undefined) return [[field, shape.default]]
    return isOptional ? [] : [[field, null]]
  })
  const now = world.clock.iso()
  const updated = fields.get('updated_at')?.shape
  const isDated = updated !== undefined && shapeProblems(updated, null).length > 0
  const updated_at = isDated ? now : null
  const own = { id, user_id: knownCaller?.user.id ?? null, created_at: now, updated_at }
  const shown = Object.entries(own).filter(([field]) => field === 'id' || fields.has(field))
  return {
    ...Object.fromEntries(defaults),
    ...given,
    ...Object.fromEntries(shown),
    user_id: own.user_id,
    id,
  }
}

const touched = ({ world }: PipelineContext, fields: ReadonlyMap<string, Field>) =>
  fields.has('updated_at') ? { updated_at: world.clock.iso() } : {}

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
