import { idText } from '../../replay/id-map.ts'
import { isObject, isSameJson, type JsonObject, ownField } from '../../../contract/json.ts'
import {
  fieldName,
  literalExpression,
  objectExpression,
  nullOrExpression,
  timestampExpression,
} from './expression-text.ts'
import { toMoment } from '../../../contract/canonical-date.ts'
import { isOpenShape, plainShape, valueTypeOf } from './shape-of-values.ts'
import type { Shape } from '../../../contract/profile/shape.ts'

/**
 * An expression that creates the recorded objects from the contract's value, and facts about it.
 */
export type AnswerExpression = {
  readonly text: string
  /** Maps the field names of the contract to those of the deployment. */
  readonly renamed: ReadonlyMap<string, string>
  /** Fields that the contract lacks. They are stored as extra fields of the record. */
  readonly kept: readonly string[]
}

type ExpressionSources = {
  readonly truth: RecordTruth
  /** Returns an expression for a field of the recorded body. Undefined for a record with an id. */
  readonly recorded: ((name: string) => string) | undefined
  /** Finds an expression, such as `$params.id`, that had these values in the requests. */
  readonly sent?: (values: readonly unknown[]) => string | undefined
}

const maxShortValue = 120

/**
 * Writes an expression that creates the recorded objects from the value of the contract. It copies,
 * renames and converts fields. All other fields come from the stored extra fields, or have the
 * recorded value. Returns undefined if the value of the contract has exactly these fields.
 */
export function answerExpression(
  declaredShape: Shape,
  values: readonly unknown[],
  sources: ExpressionSources,
): AnswerExpression | undefined {
  const objects = values.filter(isObject)
  const shape = plainShape(declaredShape)
  if (shape.kind !== 'object' || objects.length === 0) return undefined
  const names = [...new Set(objects.flatMap(Object.keys))]
  const missing = [...shape.fields.keys()].filter((name) => !names.includes(name))
  const renamed = new Map<string, string>()
  const kept: string[] = []
  let isChanged = missing.some((name) => shape.fields.get(name)?.isOptional === false)
  const isRecord = objects.every(({ id }) => idText(id) !== undefined)
  const partOf = (name: string): string => {
    const field = shape.fields.get(name)
    const here = objects.map((one) => ownField(one, name))
    if (field !== undefined) {
      const inner = hasOpenContent(field.shape, here)
        ? sources.recorded?.(name)
        : innerExpression(field.shape, fieldName(name), here, sources)
      const made = inner ?? fieldName(name)
      const latest = literalExpression(here.at(-1))
      // True for a field that the contract may omit, but that the deployment always sends.
      const isAlways = field.isOptional && here.every((value) => value !== undefined)
      const isFilled = isAlways && latest.length <= maxShortValue
      if (inner !== undefined || isFilled) isChanged = true
      return isFilled ? `not_null(${made}, ${latest})` : made
    }
    isChanged = true
    const source = isRecord ? findSourceField(name, objects, missing, sources.truth) : undefined
    if (source !== undefined && !renamed.has(source.from)) {
      renamed.set(source.from, name)
      return source.expression
    }
    if (isRecord && !isConstantList(here)) kept.push(name)
    return unknownFieldExpression(name, here, isRecord && !isConstantList(here), sources)
  }
  const text = objectText(objects, names, partOf)
  return isChanged ? { text, renamed, kept } : undefined
}

/** An expression for an object. A field that some objects lack is omitted if its value is null. */
export function objectText(
  objects: readonly JsonObject[],
  names: readonly string[],
  partOf: (name: string) => string,
): string {
  const always = names.filter((name) => objects.every((one) => Object.hasOwn(one, name)))
  const object = objectExpression(always.map((name) => [name, partOf(name)]))
  const others = names
    .filter((name) => !always.includes(name))
    .map(
      (name) =>
        `${fieldName(name)} == \`null\` ? \`{}\` : ${objectExpression([[name, partOf(name)]])}`,
    )
  return others.length === 0 ? object : `merge(${[object, ...others].join(', ')})`
}

/** An expression for an object with only the recorded fields. */
export function recordedFields(objects: readonly JsonObject[]): string {
  const names = [...new Set(objects.flatMap(Object.keys))]
  return objectText(objects, names, fieldName)
}

/** Whether values are lists or objects whose content the contract leaves open. */
const hasOpenContent = (declaredShape: Shape, values: readonly unknown[]): boolean => {
  const shape = plainShape(declaredShape)
  const isOpen = isOpenShape(shape.kind === 'list' ? shape.item : shape)
  return isOpen && values.some((value) => Array.isArray(value) || isObject(value))
}

/** Whether three or more values are all equal, so that they do not depend on the record. */
const isConstantList = (values: readonly unknown[]): boolean =>
  values.length >= 3 && values.every((value) => isSameJson(value, values[0]))

function unknownFieldExpression(
  name: string,
  values: readonly unknown[],
  isKept: boolean,
  { recorded, sent }: ExpressionSources,
): string {
  const inRequest = sent?.(values)
  if (inRequest !== undefined) return inRequest
  const latest = values.findLast((value) => value !== undefined)
  const constant = literalExpression(latest)
  if (!isKept && constant.length <= maxShortValue) return constant
  if (recorded !== undefined) return recorded(name)
  const always = values.every((value) => value !== null && value !== undefined)
  return always && constant.length <= maxShortValue
    ? `not_null(${fieldName(name)}, ${constant})`
    : fieldName(name)
}

/** An expression that converts a field of the same name; undefined without a conversion. */
function innerExpression(
  declaredShape: Shape,
  name: string,
  values: readonly unknown[],
  { truth }: ExpressionSources,
): string | undefined {
  const shape = plainShape(declaredShape)
  const present = values.filter((value) => value !== null && value !== undefined)
  const isText = present.length > 0 && present.every((value) => typeof value === 'string')
  if (isText && (shape.kind === 'object' || shape.kind === 'list'))
    return nullOrExpression(name, `to_string(${name})`)
  const inner = { truth, recorded: undefined }
  if (shape.kind === 'object') {
    const made = answerExpression(shape, present, inner)
    return made && nullOrExpression(name, `(${name} | ${made.text})`)
  }
  if (shape.kind === 'list') {
    const items = present.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
    const made = answerExpression(shape.item, items, inner)
    return made && nullOrExpression(name, `map(&(${made.text}), ${name})`)
  }
  return findConversion(valueTypeOf(shape), name, present)
}

/** An expression that converts a field to the recorded form; undefined if none is known. */
function findConversion(
  type: ReturnType<typeof valueTypeOf>,
  name: string,
  values: readonly unknown[],
): string | undefined {
  const isAll = (wanted: string) =>
    values.length > 0 && values.every((value) => typeof value === wanted)
  if (type === 'boolean' && isAll('number')) return `${name} ? \`1\` : \`0\``
  if (type !== 'string' || !isAll('number')) {
    const made = type && retypedExpression(type, name, values)
    return made && nullOrExpression(name, made)
  }
  if (!/(_at|date|time|until|since)$/.test(name))
    return nullOrExpression(name, `to_number(${name})`)
  const isInMilliseconds = values.some((value) => Number(value) > 1e11)
  return timestampExpression(name, isInMilliseconds ? 1 : 1000)
}

/** Pairs of words for true and false. A recording may show only one word of a pair. */
const trueWords: readonly (readonly unknown[])[] = [
  ['yes', 'no'],
  ['true', 'false'],
  ['on', 'off'],
  ['Y', 'N'],
]

/**
 * An expression that converts a value to the recorded type: a number to a text, a single value to a
 * list, a boolean to a word. Undefined for equal types, or without a known conversion.
 */
export function retypedExpression(
  type: 'string' | 'number' | 'boolean',
  name: string,
  values: readonly unknown[],
): string | undefined {
  if (values.length === 0) return undefined
  if (values.every((value) => Array.isArray(value) && !isObject(value[0]))) return `[${name}]`
  if (type === 'number' && values.every((value) => typeof value === 'string'))
    return `to_string(${name})`
  const pair =
    type === 'boolean' && trueWords.find((words) => values.every((one) => words.includes(one)))
  return pair ? `${name} ? '${pair[0]}' : '${pair[1]}'` : undefined
}

/** Keeps the fields of a record whose names are in the contract's shape. */
export const namedFields = (shape: Shape, record: JsonObject): JsonObject =>
  shape.kind === 'object'
    ? Object.fromEntries(Object.entries(record).filter(([name]) => shape.fields.has(name)))
    : {}

/** Values of records by id, with field names of the contract. Also the recorded field names. */
export class RecordTruth {
  readonly #byId = new Map<string, { fields: JsonObject; readonly names: Set<string> }>()

  /** Stores fields of a record, named as in the contract, and the names of all recorded fields. */
  note(id: string, fields: JsonObject, shown: readonly string[] = []): void {
    const known = this.#byId.get(id) ?? { fields: {}, names: new Set<string>() }
    if (!this.#byId.has(id) && this.#byId.size >= maxRecords) return
    this.#byId.set(id, known)
    known.fields = { ...known.fields, ...fields }
    for (const name of shown) known.names.add(name)
  }

  get(id: string): JsonObject | undefined {
    return this.#byId.get(id)?.fields
  }

  /** Whether other responses show more fields of these records than this response. */
  hasMoreFields(records: readonly JsonObject[]): boolean {
    const shown = new Set(records.flatMap(Object.keys))
    const namesOf = (record: JsonObject) => this.#byId.get(String(record['id']))?.names ?? []
    return records.some((record) => [...namesOf(record)].some((name) => !shown.has(name)))
  }
}

/** The maximum number of records whose values are stored. */
const maxRecords = 5000

type FieldPair = { readonly found: unknown; readonly truth: unknown }

/** A conversion that deployments may apply to a value of the contract, with its expression. */
type ValueConversion = {
  readonly write: (name: string) => string
  readonly holds: (pair: FieldPair) => boolean
}

const scaleForm = (factor: number, sign: '*' | '/', by: number): ValueConversion => ({
  write: (name) => nullOrExpression(name, `${name} ${sign} \`${by}\``),
  holds: ({ found, truth }) =>
    typeof found === 'number' &&
    typeof truth === 'number' &&
    Math.abs(found - truth * factor) < 1e-6 * Math.max(1, Math.abs(found)),
})

const secondsForm = (divisor: number): ValueConversion => ({
  write: (name) => timestampExpression(name, divisor),
  holds: ({ found, truth }) =>
    typeof found === 'number' &&
    typeof truth === 'string' &&
    Math.floor(toMoment(truth) / divisor) === Math.floor(found),
})

/** The conversions that are tried, in this order. */
const valueConversions: readonly ValueConversion[] = [
  { write: (name) => name, holds: ({ found, truth }) => isSameJson(found, truth) },
  {
    write: (name) => nullOrExpression(name, `to_string(${name})`),
    holds: ({ found, truth }) =>
      typeof found === 'string' && typeof truth === 'number' && found === String(truth),
  },
  {
    write: (name) => nullOrExpression(name, `to_number(${name})`),
    holds: ({ found, truth }) =>
      typeof found === 'number' && typeof truth === 'string' && String(found) === truth,
  },
  secondsForm(1000),
  secondsForm(1),
  {
    write: (name) => nullOrExpression(name, `${name}[:10]`),
    holds: ({ found, truth }) =>
      typeof found === 'string' &&
      typeof truth === 'string' &&
      /^\d{4}-\d\d-\d\d$/.test(found) &&
      truth.startsWith(`${found}T`),
  },
  scaleForm(100, '*', 100),
  scaleForm(0.01, '/', 100),
  scaleForm(1000, '*', 1000),
  scaleForm(0.001, '/', 1000),
]

/** Whether equal pairs are no coincidence: they have two different values, or one long text. */
function isConclusive(pairs: readonly FieldPair[]): boolean {
  const values = new Set(pairs.map(({ found }) => JSON.stringify(found)))
  if (values.size > 1) return true
  const [only] = pairs
  return typeof only?.found === 'string' && only.found.length >= 8
}

/**
 * Finds an expression for a field that the contract lacks. The field must equal one contract field
 * in all records, directly or after a conversion. `candidates` are contract fields that the
 * deployment does not send here. If no field is equal, a field fits whose name is part of the new
 * name. Returns undefined if no field fits, or more than one.
 */
function findSourceField(
  name: string,
  records: readonly JsonObject[],
  candidates: readonly string[],
  truth: RecordTruth,
): { readonly from: string; readonly expression: string } | undefined {
  const known = records.flatMap((record) => {
    const id = idText(record['id'])
    const fields = id === undefined ? undefined : truth.get(id)
    const found = ownField(record, name)
    return isObject(fields) && found !== undefined ? [{ found, fields }] : []
  })
  const pairsOf = (from: string) =>
    known
      .filter(({ fields }) => fields[from] !== undefined)
      .map((one) => ({ found: one.found, truth: one.fields[from] }))
      .filter(({ found: value, truth: other }) => value !== null || other !== null)
  const found = candidates.flatMap((from) => {
    const pairs = pairsOf(from)
    if (!isConclusive(pairs)) return []
    const form = valueConversions.find(({ holds }) => pairs.every(holds))
    return form === undefined ? [] : [{ from, expression: form.write(fieldName(from)) }]
  })
  const [only, ...others] = found
  if (only !== undefined) return others.length === 0 ? only : undefined
  // A value may have changed since: if the new name contains a field's name, its type is enough.
  const alike = candidates.find(
    (from) =>
      name.includes(from) &&
      pairsOf(from).every(
        (pair) =>
          pair.found === null || pair.truth === null || typeof pair.found === typeof pair.truth,
      ),
  )
  return alike === undefined ? undefined : { from: alike, expression: fieldName(alike) }
}
