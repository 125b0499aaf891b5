import { formatCount } from '../../../contract/format-count.ts'
import {
  idFieldOf,
  idOf,
  recordPath,
  sharedList,
  valueAt,
  type BodyPath,
  sharedRecordPath,
  bodyForm,
} from '../../../contract/body-form.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { withoutFields } from '../../../contract/profile/read-entries.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { isIdLike } from '../../replay/id-map.ts'
import { type PathPattern, type RecordedRoute, type Sample, userIdOf } from './recorded-route.ts'
import { objectText } from './answer-expression.ts'
import { recordedBodyExpression, fieldName } from './expression-text.ts'
import { isOptionalName } from './shape-of-values.ts'
import * as z from 'zod/mini'
import type { AnswerKind, Operation } from '../../../contract/operations/operation.ts'

/** A record of a collection: its latest fields, its parents, and the users who saw it. */
export type SeenRecord = {
  fields: JsonObject
  /** The values of the path parameters before the id of the record. */
  readonly parents: readonly string[]
  readonly callers: Set<string>
  readonly firstSeen: number
  latest: number
}

/** The records of one collection in a recording. */
export type SeenRecords = {
  /** The field with the id. */
  readonly idField: string
  readonly byId: ReadonlyMap<string, SeenRecord>
  /** One item per record and response: a field can be null in one response and set in another. */
  readonly variants: readonly JsonObject[]
  /** What is left out of the records, and why. */
  readonly notes: readonly string[]
}

const maxVariants = 2000

export type CollectionRoutes = {
  readonly list: RecordedRoute | undefined
  readonly create: RecordedRoute | undefined
  /** The operations on one record: `<list>/{}` and the paths below. */
  readonly items: readonly RecordedRoute[]
}

/** A collection with the data that its operations need. */
export type InferredCollection = {
  readonly name: string
  readonly pattern: PathPattern
  readonly seen: SeenRecords
  /** Fields whose response form differs from the stored form, with their expressions. */
  readonly shown: ReadonlyMap<string, string>
  readonly fields: ReadonlySet<string>
  /** The fields of a new record that the client did not send. */
  readonly defaults: JsonObject
}

/**
 * The owner of a record: the user in the record, or else the only user who saw it. Null means that
 * the record belongs to everyone.
 */
function recordOwnerOf({ fields, callers }: SeenRecord): string | null {
  const named = fields['user_id']
  if (typeof named === 'string') return named
  const [first, second] = callers
  return first !== undefined && second === undefined && isIdLike(first) ? first : null
}

/** Converts a record to a seed: with its id as text, the parents from its path, and its owner. */
export function toSeed(
  fields: JsonObject,
  record: SeenRecord,
  parents: readonly (string | undefined)[],
  idField = 'id',
): JsonObject {
  const inPath = parents.flatMap((name, at) => {
    const value = record.parents[at]
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  const id = String(record.fields[idField])
  return { ...fields, ...Object.fromEntries(inPath), id, user_id: recordOwnerOf(record) }
}

/** Collects the records of a collection, each with its fields from all responses. */
export function collectRecords({ list, create, items }: CollectionRoutes): SeenRecords {
  const listed = sharedList((list?.samples ?? []).map(({ json }) => json))
  const idField = idFieldOf(listed?.items ?? []) ?? 'id'
  const byId = new Map<string, SeenRecord>()
  const variants: JsonObject[] = []
  const leftOut = new Set<string>()
  const beyond = new Set<string>()
  const note = (sample: Sample, given: JsonObject, parents: readonly string[]) => {
    const wrong = Object.keys(given).filter(isOptionalName)
    for (const name of wrong) leftOut.add(name)
    const record = wrong.length === 0 ? given : withoutFields(given, wrong)
    const id = idOf(record, idField)
    if (id === undefined) return
    if (variants.length < maxVariants) variants.push(record)
    const known = byId.get(id)
    if (known === undefined) {
      if (byId.size >= ownLimits.ownSeeds) {
        beyond.add(id)
        return
      }
      const callers = new Set([userIdOf(sample)])
      byId.set(id, {
        fields: record,
        parents,
        callers,
        firstSeen: sample.entry,
        latest: sample.entry,
      })
      return
    }
    known.callers.add(userIdOf(sample))
    const isNewer = sample.entry >= known.latest
    known.fields = isNewer ? { ...known.fields, ...record } : { ...record, ...known.fields }
    if (isNewer) known.latest = sample.entry
  }
  if (listed !== undefined)
    for (const sample of list?.samples ?? [])
      for (const item of (valueAt(sample.json, listed.path) ?? []) as readonly unknown[])
        if (isObject(item)) note(sample, item, sample.values)
  const parentCount = (list ?? create)?.pattern.filter((part) => part === '{}').length ?? 0
  for (const sample of create?.samples ?? []) {
    const made = findRecordInBody(sample, (record) => idOf(record, idField) !== undefined)
    if (made !== undefined) note(sample, made, sample.values)
  }
  for (const route of items)
    for (const sample of route.samples) {
      const own = sample.values[parentCount]
      const shown = findRecordInBody(sample, (record) => idOf(record, idField) === own)
      if (shown !== undefined && hasMostFields(shown, byId))
        note(sample, shown, sample.values.slice(0, parentCount))
    }
  const notes = [...leftOut].map(
    (field) => `its records lack \`${field}\`, because a shape has no such name`,
  )
  if (beyond.size > 0) notes.push(leftOutNote(beyond.size))
  return { idField, byId, variants, notes }
}

/** A note on records above the limit of a family. */
export const leftOutNote = (count: number): string =>
  `${formatCount(count, 'record')} ${count === 1 ? 'is' : 'are'} left out: at most ${ownLimits.ownSeeds} are kept`

/** The records that were seen after their deletion, or that were never deleted. */
export function recordsLeft(
  { byId }: SeenRecords,
  deletion: RecordedRoute | undefined,
): readonly SeenRecord[] {
  const deletedAt = new Map(deletion?.samples.map(({ values, entry }) => [values.at(-1), entry]))
  return [...byId].flatMap(([id, record]) =>
    (deletedAt.get(id) ?? -1) < record.latest ? [record] : [],
  )
}

function findRecordInBody(
  sample: Sample,
  isRecord: (record: JsonObject) => boolean,
): JsonObject | undefined {
  const path = recordPath(sample.json, isRecord)
  const found = path && valueAt(sample.json, path)
  return isObject(found) ? found : undefined
}

/** Whether an object has most fields of a record, and does not only repeat its id. */
function hasMostFields(object: JsonObject, byId: ReadonlyMap<string, SeenRecord>): boolean {
  const [first] = byId.values()
  if (first === undefined) return true
  const names = Object.keys(object)
  const shared = names.filter((name) => Object.hasOwn(first.fields, name)).length
  return shared >= Math.min(3, names.length) && shared * 2 >= names.length
}

/** The record in the responses of one operation: its path and its fields. */
export type RecordBody = {
  readonly path: BodyPath
  readonly fields: ReadonlySet<string>
  /** The form of the response, as a family of a profile names it. */
  readonly form: 'bare' | 'envelope' | undefined
  readonly records: readonly JsonObject[]
}

/** Finds the record in all responses of an operation; undefined if there is none. */
export function findRecordBody(
  samples: readonly Sample[],
  idField: string,
  idFor: (sample: Sample) => string | undefined,
  isEnvelope: (body: unknown) => boolean = () => false,
): RecordBody | undefined {
  const path = sharedRecordPath(
    samples.map(({ json }) => json),
    (record, index) => {
      const sample = samples[index]
      const wanted = sample && idFor(sample)
      const id = idOf(record, idField)
      return id !== undefined && (wanted === undefined || id === wanted)
    },
  )
  const latest = samples.at(-1)?.json
  if (path === undefined || latest === undefined) return undefined
  const records = samples.map(({ json }) => valueAt(json, path)).filter(isObject)
  if (records.length === 0) return undefined
  const form =
    path.length === 0
      ? 'bare'
      : isEnvelope(latest) && path.join() === 'data'
        ? 'envelope'
        : undefined
  return { path, fields: new Set(records.flatMap(Object.keys)), form, records }
}

/** Writes an expression for a body that contains one record, from an expression for the record. */
export function recordBodyExpression(
  { path, fields, records }: RecordBody,
  body: unknown,
  record: string,
  shownExpressions: ReadonlyMap<string, string>,
): string {
  const inner = objectText(
    records,
    [...fields],
    (name) => shownExpressions.get(name) ?? fieldName(name),
  )
  const made = record === '@' ? inner : `${record} | ${inner}`
  return recordedBodyExpression(body, path, made)
}

/** The fields of an operation's record, and whether they are optional. */
export function contractFields({ record }: Operation): ReadonlyMap<string, boolean> | undefined {
  if (!(record instanceof z.ZodMiniObject)) return undefined
  const { shape } = record
  return new Map(
    Object.entries(shape).map(([name, field]) => [
      name,
      (field as z.ZodMiniType) instanceof z.ZodMiniOptional,
    ]),
  )
}

/** The records in a body, and their path in the body. */
export type BodyContent = {
  readonly path: BodyPath
  /** A page, a list without pages, or one record. */
  readonly kind: 'page' | 'list' | 'one'
  readonly records: readonly JsonObject[]
}

/** The records in the body of a contract operation, in any envelope that the operation may use. */
export function recordsInBody(answer: AnswerKind, body: unknown): BodyContent | undefined {
  const { content, path, list } = bodyForm(body)
  if (answer === 'page') {
    if (list === undefined) return undefined
    const { items } = list
    return items.every(isObject) ? { path: list.path, kind: 'page', records: items } : undefined
  }
  if (answer !== 'envelope' && answer !== 'record' && answer !== 'session') return undefined
  if (Array.isArray(content))
    return content.every(isObject) ? { path, kind: 'list', records: content } : undefined
  return isObject(content) ? { path, kind: 'one', records: [content] } : undefined
}
