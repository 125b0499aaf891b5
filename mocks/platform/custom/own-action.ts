import * as z from 'zod/mini'
import { ownLimits } from '../../../contract/limits.ts'
import { isObject, isSameJson, type JsonObject, objectIn } from '../../../contract/json.ts'
import type { StoredRecord } from '../../../contract/control/worlds.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { creationsOf } from '../../../contract/profile/family-paths.ts'
import type { ActionFamily, Families } from '../../../contract/profile/own-operations.ts'
import type { Field } from '../../../contract/profile/shape.ts'
import type { MatchesPattern } from '../../../contract/profile/shape-problems.ts'
import { objectSchema, querySchema } from '../../../contract/profile/shape-schema.ts'
import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'
import { type Download, Redirect } from '../../world/wire.ts'
import { familyError } from '../expression.ts'
import { InvalidRecordError } from '../records/contract-records.ts'
import { storeKeptFields } from '../kept-fields.ts'
import type { PipelineContext } from '../request-context.ts'
import { runForOwner } from '../workflows/start-run.ts'
import { createExpressionScope, fileBytesOf } from './expression-scope.ts'
import { applyEffects, throwFirstRefusal } from './effects.ts'
import type { RecordUse } from './own-access.ts'
import { compileFamilyPart, withShapeDefaults } from './own-input.ts'
import { shapeFields } from '../own-records/own-records.ts'
import { accessFieldsOf, answerFormOf, type OwnOperation } from './own-row.ts'
import { requireUploadedFile, fileForExpressions } from './own-upload.ts'
import { createParentFinder, type RecordSource, recordSource } from './record-source.ts'

/** An operation that responds with an expression's value. It can also change or create records. */
export function actionOperation(
  name: string,
  family: ActionFamily,
  families: Families,
  matches: MatchesPattern,
): OwnOperation {
  const { on, body, query, creates, removes, type, status, template, file } = family
  const fields = shapeFields(body)
  const parameters = shapeFields(query)
  const parents = createParentFinder(families, family)
  const source = on === undefined ? undefined : recordSource(families, on)
  const creations = creationsOf(family).map(({ creation }) => ({
    source: recordSource(families, creation.in),
    record: compileFamilyPart(name, 'creates', creation.record),
  }))
  const each = compileFamilyPart(name, 'each', family.each)
  const changes = compileFamilyPart(name, 'changes', family.changes)
  const keeps = compileFamilyPart(name, 'keeps', family.keeps)
  const started = compileFamilyPart(name, 'runs', family.runs)
  const redirect = compileFamilyPart(name, 'redirect', family.redirect)
  const answer = compileFamilyPart(name, 'answer', family.answer) ?? ((value: unknown) => value)
  const row: Operation = {
    method: family.method,
    path: family.path as Operation['path'],
    ...responseFormOf(family),
    ...(status !== undefined && { status }),
    ...accessFieldsOf(family),
    ...(body !== undefined && { body: bodySchema(fields, matches, family.needs_body) }),
    ...(query !== undefined && { query: querySchema(parameters, matches) }),
    ...(file !== undefined && { bodyBytes: ownLimits.ownFileBytes + ownLimits.formBytes }),
  }
  const use: RecordUse = {
    isChange: changes !== undefined || keeps !== undefined || removes === true,
    isRead: family.method === 'GET',
    reach: family.reach ?? (family.admin === true ? 'all' : undefined),
    missing: family.missing,
  }
  /** Changes or removes a record. Returns the record for the response. */
  function apply(
    context: PipelineContext,
    records: RecordSource,
    record: StoredRecord,
    sent: object,
  ) {
    const shown = records.forExpressions(record, context.world)
    if (removes === true) records.remove(context.world, record.id)
    const scope = createExpressionScope(context, sent)
    const [changed, kept] = [changes?.(shown, scope), keeps?.(shown, scope)]
    if (isObject(kept)) storeKeptFields(context.world, record.id, kept)
    if (!isObject(changed))
      return isObject(kept) ? records.forExpressions(record, context.world) : shown
    const after = withPlaceInErrors(context, `${name} › changes`, () =>
      records.change(context.world, record, changed),
    )
    return records.forExpressions(after, context.world)
  }
  /**
   * Runs the operation. Returns its record before the change, and its result. Throws the profile's
   * refusal.
   */
  function subject(context: PipelineContext, parent: object, sent: object) {
    if (source === undefined || each !== undefined) {
      throwFirstRefusal(context, family.refuses, parent, sent)
      if (source === undefined || each === undefined) return { before: parent, value: {} }
      const ids = each({}, createExpressionScope(context, sent))
      const value = applyEach(context, source, ids, sent)
      return { before: parent, value }
    }
    const id = context.params[family.by ?? Object.keys(context.params).at(-1) ?? ''] ?? ''
    const record = source.find(context, id, use)
    const before = source.forExpressions(record, context.world)
    throwFirstRefusal(context, family.refuses, before, sent)
    return { before, value: apply(context, source, record, sent) }
  }
  function applyEach(context: PipelineContext, records: RecordSource, ids: unknown, sent: object) {
    const changed: JsonObject[] = []
    const missing: (string | number)[] = []
    for (const id of parseIds(name, ids)) {
      const record = undefinedIfRefused(() => records.find(context, String(id), use))
      if (record === undefined) missing.push(id)
      else changed.push(apply(context, records, record, sent))
    }
    return { changed, missing }
  }
  function run(context: PipelineContext): unknown {
    const { last: parent } = parents(context)
    if (body !== undefined) context.body = withShapeDefaults(fields, context.body)
    if (query !== undefined) context.query = withShapeDefaults(parameters, context.query)
    const uploaded = file === undefined ? undefined : requireUploadedFile(context, { field: file })
    const sent = uploaded === undefined ? {} : { file: fileForExpressions(uploaded) }
    const { before, value } = subject(context, parent, sent)
    const made: unknown[] = []
    // If `creates` is a list, `$created` is a list with one entry per kind. Else it is one record
    // or list.
    const createdNow = () => (Array.isArray(creates) ? made : made[0])
    const scopeNow = () =>
      createExpressionScope(context, {
        ...sent,
        before,
        ...(made.length > 0 && { created: createdNow() }),
      })
    for (const { source: created, record } of creations) {
      const given = record?.(value, scopeNow())
      const records = parseNewRecords(name, given).map((values) =>
        withPlaceInErrors(context, `${name} › creates`, () =>
          created.forCreator(context.world, created.create(context, values, uploaded)),
        ),
      )
      made.push(Array.isArray(given) ? records : records[0])
    }
    const further = { ...sent, before, created: createdNow() ?? null }
    applyEffects(context, family.also, value, further, uploaded)
    if (started !== undefined) return runThen(context, started(value, scopeNow()), value)
    const scope = scopeNow()
    if (redirect !== undefined) return createRedirect(name, redirect(value, scope))
    if (type !== undefined && family.download === true)
      return fileDownloadOf(context.world, family, value)
    const outcome = answer(value, scope)
    if (type !== undefined) return textDownloadOf(name, family, outcome)
    return family.download === true ? downloadOf(context.world, name, outcome) : outcome
  }
  /** Runs a workflow to its end, and then responds. */
  async function runThen(context: PipelineContext, asked: unknown, value: unknown) {
    const { workflow = '', inputs } = objectIn(asked)
    const ended = await runForOwner(context, String(workflow), objectIn(inputs))
    return answer(value, createExpressionScope(context, { run: ended }))
  }
  return {
    family: name,
    row,
    run,
    ...(file !== undefined && { fileField: file }),
    ...(template === true && { isTemplate: true }),
  }
}

/** A body without required fields may be absent, unless the operation needs a body. */
function bodySchema(
  fields: ReadonlyMap<string, Field>,
  matches: MatchesPattern,
  isNeeded = false,
): z.ZodMiniType {
  const schema = objectSchema(fields, matches)
  return !isNeeded && schema.safeParse({}).success ? z.nullish(schema) : schema
}

/** The kind of a response: a redirect, a download, an empty body, or a record. */
function responseFormOf({ one = 'bare', redirect, type, download, status }: ActionFamily) {
  if (redirect !== undefined) return { answer: 'empty', status: 302 } as const
  if (type !== undefined || download === true) return { answer: 'download' } as const
  return status === 204 ? ({ answer: 'empty' } as const) : answerFormOf(one)
}

/**
 * Calls `make` to create or change a record. If an invalid value comes from the body, the request
 * is refused. Any other invalid value is a mistake in the profile, and the error names `place`.
 */
function withPlaceInErrors<Result>(
  context: PipelineContext,
  place: string,
  make: () => Result,
): Result {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error
    const { field } = error
    const sent = field && placeInBody(context.rawBody.value, field.name, field.value)
    if (sent !== undefined)
      throw new InvalidInput([
        { type: 'value_error', loc: ['body', ...sent], msg: error.message, input: field?.value },
      ])
    throw familyError(place, `${error.message}.`)
  }
}

/** Finds the path of a field with this name and value in a body; undefined if there is none. */
function placeInBody(
  body: unknown,
  name: string,
  value: unknown,
): readonly (string | number)[] | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(body)
    ? body.map((item, index) => [index, item] as const)
    : Object.entries(body)
  for (const [key, inner] of entries) {
    if (key === name && isSameJson(inner, value)) return [key]
    const below = placeInBody(inner, name, value)
    if (below !== undefined) return [key, ...below]
  }
  return undefined
}

/** Calls a function that loads a record. Returns `undefined` if the caller has no such record. */
function undefinedIfRefused<Result>(find: () => Result): Result | undefined {
  try {
    return find()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Reads the fields of the new records from the value of `creates`, an object or a list. */
function parseNewRecords(name: string, given: unknown): readonly JsonObject[] {
  const records: readonly unknown[] = Array.isArray(given) ? given : [given]
  const most = ownLimits.ownBatch
  if (records.length > most)
    throw new ApiError(
      'request-senseless',
      `The request would create ${records.length} records; the limit is ${most}.`,
    )
  if (records.every(isObject)) return records
  throw familyError(`${name} › creates`, 'the expression must give an object or a list of objects.')
}

/** The ids in the value of `each`, without repetitions. */
function parseIds(name: string, ids: unknown): readonly (string | number)[] {
  if (!Array.isArray(ids) || !ids.every((id) => ['string', 'number'].includes(typeof id)))
    throw familyError(`${name} › each`, 'it must give a list of ids.')
  const most = ownLimits.listItems
  if (ids.length > most)
    throw new ApiError(
      'request-senseless',
      `The request names ${ids.length} records; the limit is ${most}.`,
    )
  return [...new Set(ids)]
}

function createRedirect(name: string, location: unknown): Redirect {
  if (typeof location === 'string' && /^[!-~]{1,4000}$/.test(location))
    return new Redirect(location)
  throw familyError(`${name} › redirect`, 'it must give a URL without spaces.')
}

/** The file that belongs to a file record. */
function fileDownloadOf(
  world: World,
  { on = '', type = '' }: ActionFamily,
  record: object,
): Download {
  const { id, filename }: Partial<Record<'id' | 'filename', unknown>> = record
  const content = fileBytesOf(world, on, String(id))
  return { name: String(filename), type, content, hasTag: true }
}

/**
 * The file that an expression returns: `{ filename, content_type }` with `text`, `json`, or `file`.
 * `file` is a list: the name of a family of files (or the kind of its records), and a file id.
 */
function downloadOf(world: World, name: string, made: unknown): Download {
  const { filename, content_type, file, text, json } = objectIn(made)
  const [family, id]: readonly unknown[] = Array.isArray(file) ? file : []
  const bytes = id === undefined ? undefined : fileBytesOf(world, String(family), String(id))
  const content = bytes ?? (typeof text === 'string' ? text : isObject(json) ? json : undefined)
  if (content === undefined)
    throw familyError(
      `${name} › answer`,
      'it must give `file`, `text` or `json`, because the family has `download`.',
    )
  return {
    type: typeof content_type === 'string' ? content_type : 'application/json',
    content,
    ...(typeof filename === 'string' && { name: filename }),
    ...(bytes !== undefined && { hasTag: true }),
  }
}

function textDownloadOf(
  name: string,
  { type = '', filename }: ActionFamily,
  content: unknown,
): Download {
  if (typeof content !== 'string')
    throw familyError(`${name} › answer`, 'it must give a text, because `type` makes it a file.')
  return { type, content, ...(filename !== undefined && { name: filename }) }
}
