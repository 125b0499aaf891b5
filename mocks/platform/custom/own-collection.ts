import * as z from 'zod/mini'
import type { Operation } from '../../../contract/operations/operation.ts'
import { limits, ownLimits } from '../../../contract/limits.ts'
import {
  collectionCalls,
  idParameter,
  itemPath,
  listFormOf,
  togglesOf,
  defaultActions,
} from '../../../contract/profile/family-paths.ts'
import type {
  CollectionAction,
  CollectionFamily,
  Families,
} from '../../../contract/profile/own-operations.ts'
import { type Field, platformFields } from '../../../contract/profile/shape.ts'
import { type MatchesPattern, shapeProblems } from '../../../contract/profile/shape-problems.ts'
import { objectSchema, querySchema } from '../../../contract/profile/shape-schema.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { shorten } from '../../../contract/shorten.ts'
import { ApiError, InvalidInput, missingText } from '../../world/api-error.ts'
import type { RecordList } from '../../world/collection.ts'
import type { PipelineContext } from '../request-context.ts'
import { createExpressionScope, ownRecordsOf } from './expression-scope.ts'
import { applyEffects, throwFirstRefusal } from './effects.ts'
import { moveNestedRecords } from './move-parts.ts'
import {
  createOwnRecord,
  findOwnRecord,
  isOwnRecord,
  requireCollectionSpace,
} from './own-access.ts'
import { ownRecordKey, type OwnRecord } from '../own-records/own-index.ts'
import { evaluateToObject, compileFamilyPart, withShapeDefaults } from './own-input.ts'
import {
  shapeFields,
  createIdConverter,
  type OwnRecords,
  type RecordFamily,
  createRecordView,
} from '../own-records/own-records.ts'
import { accessFieldsOf, answerFormOf, type OwnOperation, type OwnRoute } from './own-row.ts'
import { createParentFinder } from './record-source.ts'
import { pageQuery } from '../../../contract/operations/fields.ts'
import { paginate } from '../paginate.ts'

/**
 * Creates the operations of a collection: list, create, read, update, delete, switches and batches.
 */
export function collectionOperations(
  family: RecordFamily,
  families: Families,
  matches: MatchesPattern,
): OwnOperation[] {
  const { name, key = 'id' } = family
  const all = shapeFields(family.record)
  const parentFields = Object.keys(family.within ?? {})
  const own = new Map(
    [...all].filter(([field]) => !platformFields.has(field) && !parentFields.includes(field)),
  )
  const fields = family.input === undefined ? own : shapeFields(family.input)
  const [[around = '', inner] = [], another] = fields
  /** The fields of the one object that `set` reads, as in a body `{ data: { … } }`. */
  const innerFields =
    family.set !== undefined && another === undefined && inner?.shape.kind === 'object'
      ? inner.shape.fields
      : undefined
  const body = objectSchema(fields, matches)
  const parameter = idParameter(name, family)
  const record = objectSchema(family.shown === undefined ? all : shapeFields(family.shown), matches)
  const one = { ...answerFormOf(family.one), record, ...accessFieldsOf(family) } as const
  const recordsIn = ({ world }: PipelineContext) => ownRecordsOf(world, family)
  const parents = createParentFinder(families, family)
  const expressions = {
    set: compileFamilyPart(name, 'set', family.set),
    show: compileFamilyPart(name, 'show', family.show),
    lists: compileFamilyPart(name, 'lists', family.lists),
    deleted: compileFamilyPart(name, 'deleted', family.deleted),
  }
  const [plain, withNumbers] = [createRecordView(family), createIdConverter(family)]
  /** Returns a function that formats records for a response. All records share one step limit. */
  const viewIn = (context: PipelineContext) => {
    const { show } = expressions
    if (show === undefined) return plain
    const scope = createExpressionScope(context)
    return (stored: OwnRecord): object =>
      evaluateToObject(`${name} › show`, show, withNumbers(stored), scope)
  }
  const setIn = (context: PipelineContext, value: object) =>
    expressions.set &&
    evaluateToObject(`${name} › set`, expressions.set, value, createExpressionScope(context))
  function found(context: PipelineContext, changes = true): OwnRecord {
    const within = Object.entries(parents(context).fields)
    const id = context.params[parameter] ?? ''
    const stored = findOwnRecord(context, family, id, { isChange: changes })
    if (within.every(([field, parent]) => stored[field] === parent)) return stored
    throw new ApiError('resource-missing', missingText('record', id, ` in \`${name}\` here`), {
      place: { table: 'own-records', key: ownRecordKey(name, id) },
      ...(family.missing !== undefined && { code: family.missing }),
    })
  }
  const withKey = (context: PipelineContext, value: string) =>
    recordsIn(context).findByKey(value, Object.entries(parents(context).fields))
  /** Throws an `ApiError` if another record has this key. */
  function requireFreeKey(context: PipelineContext, given: JsonObject, before?: OwnRecord): void {
    const value = given[key]
    if (key === 'id' || value === undefined) return
    const other = withKey(context, String(value))
    if (other === undefined || other.id === before?.id) return
    throw keyConflict(value)
  }
  function keyConflict(value: unknown): ApiError {
    const text = `Another record in \`${name}\` has this \`${key}\`: ${shorten(String(value), 100)}`
    return new ApiError('state-conflict', `${text}.`)
  }
  /**
   * Before anything is stored, throws an `ApiError` if the key of a new record is already in use.
   */
  function requireFreeKeys(context: PipelineContext, sent: readonly object[]): void {
    const keys = new Set<string>()
    for (const each of sent) {
      const given = withShapeDefaults(fields, each)
      requireFreeKey(context, given)
      if (key === 'id' || given[key] === undefined) continue
      if (keys.has(String(given[key]))) throw keyConflict(given[key])
      keys.add(String(given[key]))
    }
  }
  function store(context: PipelineContext, before: OwnRecord, changed: object): object {
    requireFreeKey(context, { ...changed }, before)
    const updated_at = context.world.clock.iso()
    const after = { ...before, updated_at, ...changed, id: before.id }
    const stored = recordsIn(context).insert(after)
    moveNestedRecords(context.world, families, name, before, stored)
    return viewIn(context)(stored)
  }
  function change(context: PipelineContext): object {
    return storeSent(context, found(context), context.body as object)
  }
  function storeSent(context: PipelineContext, before: OwnRecord, sent: object): object {
    const set = setIn(context, { ...withNumbers(before), ...sent })
    // The path, not the body, says to which parents the record belongs.
    return store(context, before, set ?? { ...sent, ...parents(context).fields })
  }
  function create(context: PipelineContext, sent: unknown, id?: string): object {
    const within = parents(context).fields
    const given = withShapeDefaults(fields, sent)
    const made = setIn(context, given)
    requireFreeKey(context, { ...given, ...made })
    const values = made ? {} : { ...given, ...within }
    const set = made && { ...within, ...made }
    return viewIn(context)(createOwnRecord(context, family, values, set, id))
  }
  /** Whether a replacement creates its record, because no record has the key in the path. */
  const creates = (context: PipelineContext) =>
    family.upsert === true && withKey(context, context.params[parameter] ?? '') === undefined
  function replace(context: PipelineContext): object {
    if (!creates(context)) {
      const before = found(context)
      const sent = innerFields ?? fields
      const left = Object.entries(before).filter(
        ([field]) => field === key || !own.has(field) || !sent.has(field),
      )
      const kept = Object.fromEntries(left) as OwnRecord
      return storeSent(context, kept, withShapeDefaults(fields, context.body))
    }
    const text = context.params[parameter] ?? ''
    const value = readKey(text)
    if (key === 'id') return create(context, context.body, text)
    return create(context, { ...(context.body as object), [key]: value })
  }
  /**
   * Reads a key from a path. Throws `InvalidInput` if the shape of the records does not allow the
   * key.
   */
  function readKey(text: string): unknown {
    const shape = all.get(key)?.shape
    if (shape?.kind !== 'scalar') return text
    const isNumber = !shape.types.includes('string') && integerPattern.test(text)
    const value = isNumber ? Number(text) : text
    const [problem] = shapeProblems(shape, value, matches)
    if (problem === undefined) return value
    const msg = `The key ${problem.says}`
    throw new InvalidInput([{ loc: ['path', key], msg, type: 'value_error', input: text }])
  }
  /**
   * The schema of a partial body. If the family has `set` and the body is one object field, the
   * object may be partial, too.
   */
  function partialBody() {
    return innerFields
      ? z.object({ [around]: z.partial(objectSchema(innerFields, matches)) })
      : z.partial(body)
  }
  const list = listFormOf(family)
  function listed(context: PipelineContext): unknown {
    const { fields: within } = parents(context)
    const records = selectRecords(context, recordsIn(context), family, within)
    const view = viewIn(context)
    const isPaged = list === 'page' || list === 'items'
    const shown = isPaged ? pageOfRecords(context, records, view) : records.slice(0).map(view)
    const value = list === 'items' && 'items' in shown ? { items: shown.items } : shown
    return expressions.lists === undefined
      ? value
      : expressions.lists(value, createExpressionScope(context))
  }
  const listAnswer = list === 'page' ? ({ answer: 'page' } as const) : answerFormOf(list)
  const routes: Readonly<Record<CollectionAction, OwnRoute>> = {
    list: {
      row: {
        ...accessFieldsOf(family),
        query: listQuery(family, all, matches),
        ...(expressions.lists === undefined
          ? { record: listRecord(list, record), ...listAnswer }
          : { answer: 'record' }),
      },
      run: listed,
    },
    create: {
      row: { ...one, body, status: family.created ?? 201 },
      run: (context) => create(context, context.body),
    },
    batch: {
      row: {
        ...one,
        record: z.array(record),
        body: z.array(body).check(z.maxLength(ownLimits.ownBatch)),
      },
      run(context) {
        const given = context.body as object[]
        requireCollectionSpace(recordsIn(context), family, given.length)
        requireFreeKeys(context, given)
        return given.map((sent) => create(context, sent))
      },
    },
    read: {
      row: one,
      run: (context) => viewIn(context)(found(context, false)),
    },
    update: {
      row: { ...one, body: partialBody() },
      run: change,
    },
    replace: {
      row: { ...one, body },
      run: replace,
    },
    delete: {
      row: {
        ...accessFieldsOf(family),
        ...(expressions.deleted === undefined ? { answer: 'empty' } : answerFormOf(family.one)),
      },
      run(context) {
        const removed = found(context)
        recordsIn(context).delete(removed.id)
        moveNestedRecords(context.world, families, name, removed)
        return expressions.deleted?.(withNumbers(removed), createExpressionScope(context))
      },
    },
  }
  const toggles = togglesOf(family).map(({ method, segment, field }) => ({
    action: 'toggle' as const,
    row: {
      method,
      path: `${itemPath(name, family)}/${segment}` as const,
      ...one,
      body: z.nullish(z.object({ [field]: z.optional(z.boolean()) })),
    },
    run(context: PipelineContext) {
      const given = (context.body as Readonly<Record<string, unknown>> | null)?.[field]
      const before = found(context)
      return store(context, before, { [field]: given ?? before[field] !== true })
    },
  }))
  const { only = defaultActions } = family
  const calls = collectionCalls(name, family)
  const called = only.map((action) => {
    const [method, path] = calls[action]
    const { row, run } = routes[action]
    return { action, row: { method, path, ...row } as Operation, run }
  })
  return [...called, ...toggles].map(({ action, row, run }) => ({
    family: name,
    row,
    run(context: PipelineContext) {
      const refusals = action === 'toggle' ? undefined : family.refuses?.[action]
      const effects = family.also?.[action]
      if (refusals === undefined && effects === undefined) return run(context)
      const { last } = parents(context)
      const isOfRecord =
        !['list', 'create', 'batch'].includes(action) && !(action === 'replace' && creates(context))
      const before = isOfRecord ? withNumbers(found(context, action !== 'read')) : last
      throwFirstRefusal(context, refusals, before)
      const outcome = run(context)
      applyEffects(context, effects, action === 'delete' ? before : outcome, { before })
      return outcome
    },
  }))
}

const integerPattern = /^(0|[1-9]\d{0,14})$/

type ListQuery = z.output<typeof pageQuery> & Readonly<Record<string, unknown>>

/** The schema of one record if the list is a page, else the schema of the whole response body. */
function listRecord(list: CollectionFamily['list'], record: z.ZodMiniType): z.ZodMiniType {
  if (list === 'page' || list === undefined) return record
  return list === 'items' ? z.object({ items: z.array(record) }) : z.array(record)
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
    ...querySchema(new Map(known), matches).shape,
    ...(search !== undefined && { search: z.optional(z.string().check(z.maxLength(max))) }),
  })
}

const toSearchText = (value: unknown) => String(value ?? '').toLowerCase()

/** Selects the records that the caller may list and that match the query. */
function selectRecords(
  { query, knownCaller }: PipelineContext,
  records: OwnRecords,
  { search = [], filters = [], others }: CollectionFamily,
  parents: Readonly<Record<string, string>>,
): RecordList<OwnRecord> {
  const given = query as ListQuery
  const text = toSearchText(given['search'])
  const fields = [
    ...Object.entries(parents),
    ...filters.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const])),
  ]
  const seesAll = others === 'readable' || others === 'shared'
  const depends = [knownCaller?.user.id, seesAll, fields, text, search]
  return records.select(
    JSON.stringify(depends),
    (record) =>
      (seesAll || isOwnRecord({ knownCaller }, record)) &&
      fields.every(([name, value]) => record[name] === value) &&
      (text === '' || search.some((name) => toSearchText(record[name]).includes(text))),
  )
}

/** The requested page of records, formatted by `view`. */
function pageOfRecords(
  context: PipelineContext,
  records: RecordList<OwnRecord>,
  view: (record: OwnRecord) => object,
) {
  const page = paginate({ ...context, query: context.query as ListQuery }, records)
  const items = (page.items as readonly OwnRecord[]).map(view)
  return { ...page, items, pages: Math.ceil(page.total / page.size) }
}
