import { isIdLike } from '../../replay/id-map.ts'
import { isObject, isSameJson, type JsonObject, ownField } from '../../../contract/json.ts'
import { type Field, platformFields, type Shape } from '../../../contract/profile/shape.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import { objectText, retypedExpression } from './answer-expression.ts'
import { fieldName, isShort, literalExpression, textLiteral } from './expression-text.ts'
import { isOpenShape, plainShape, valueTypeOf } from './shape-of-values.ts'

/** Expressions for request values, such as `$params.id`, with their value in each exchange. */
export type RequestValues = Readonly<Record<string, readonly unknown[]>>

type RequestSample = { readonly values: readonly string[]; readonly sent?: unknown }

/** Collects, for each exchange, the values of path parameters and of ids that all requests sent. */
export function requestValues(
  names: readonly string[],
  requests: readonly RequestSample[],
): RequestValues {
  const bodies = requests.map(({ sent }) => (isObject(sent) ? sent : {}))
  const ids = Object.keys(bodies[0] ?? {}).filter((name) =>
    bodies.every((body) => typeof body[name] === 'string' && isIdLike(body[name])),
  )
  return Object.fromEntries([
    ...names.map((name, at) => [`$params.${name}`, requests.map(({ values }) => values[at] ?? '')]),
    ...ids.map((name) => [`$body.${fieldName(name)}`, bodies.map((body) => body[name])]),
  ])
}

/** Finds the request expression with these values; undefined if there is none. */
export const findRequestExpression = (
  valuesByExpression: RequestValues,
  values: readonly unknown[],
) => Object.keys(valuesByExpression).find((name) => isSameJson(valuesByExpression[name], values))

type BaseValue = {
  /** The shape that the base declares for the value to adapt. */
  readonly shape?: Shape | undefined
  readonly parameters?: RequestValues
}

/**
 * Writes an expression that adapts the base's bodies to the recorded fields. A base field with the
 * recorded type keeps its value. A field with another type or name is converted, and all others
 * have the recorded value.
 */
export function adaptBodyExpression(
  text: string,
  bodies: readonly unknown[],
  base: BaseValue = {},
): string {
  for (const levels of [maxFieldDepth, 1]) {
    const made = `(${text}) | (${adaptValue(bodies, base, levels)})`
    if (isShort(made)) return made
  }
  return text
}

const maxFieldDepth = 3

export function adaptValue(
  values: readonly unknown[],
  {
    shape: given = { kind: 'any' },
    parameters = {},
    field,
  }: BaseValue & { readonly field?: string },
  levels: number = maxFieldDepth,
): string {
  const name = field === undefined ? '@' : fieldName(field)
  const seen = values.filter((value) => value !== undefined)
  const present = seen.filter((value) => value !== null)
  const [type, ...others] = new Set(present.map(jsonTypeOf))
  const shape = plainShape(given)
  if (type === undefined) return name
  const parameter = findRequestExpression(parameters, values)
  if (parameter !== undefined) return parameter
  if (!isOpenShape(given) && seen.every((value) => fitsShape(given, value))) return name
  const latest = literalExpression(seen.at(-1))
  if (others.length > 0) return `not_null(${name}, ${latest})`
  // A value that may be null stays null, unless the base lacks the field.
  const isNullable = field !== undefined && present.length < seen.length
  const absent = isNullable
    ? `contains(keys(@), ${textLiteral(field)}) ? \`null\` : ${latest}`
    : latest
  const known = valueTypeOf(shape)
  const forms = (known === undefined ? scalarTypes : [known]).flatMap((from) => {
    const made = from === type ? undefined : retypedExpression(from, name, present)
    return made === undefined ? [] : `type(${name}) == '${from}' ? (${made}) : `
  })
  const ownOr = (fallback: string) =>
    `type(${name}) == '${type}' ? ${name} : ${forms.join('')}${fallback}`
  const objects = present.flat().filter(isObject)
  const isOfObjects = objects.length > 0 && objects.length === present.flat().length
  if (levels === 0 || !isOfObjects) return ownOr(absent)
  const item = shape.kind === 'list' ? plainShape(shape.item) : shape
  const fields = adaptObject(objects, item, parameters, levels - 1)
  return type === 'array'
    ? `map(&(${fields}), ${ownOr('`[]`')})`
    : `(${ownOr('`{}`')}) | (${fields})`
}

const scalarTypes = ['string', 'number', 'boolean'] as const

const jsonTypeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

const fitsShape = (shape: Shape, value: unknown) => shapeProblems(shape, value).length === 0

function adaptObject(
  objects: readonly JsonObject[],
  shape: Shape,
  parameters: RequestValues,
  levels: number,
): string {
  const names = [...new Set(objects.flatMap(Object.keys))]
  const declared = shape.kind === 'object' ? shape.fields : undefined
  const missing = [...(declared ?? [])].filter(
    ([name, { isOptional }]) => !isOptional && !names.includes(name),
  )
  return objectText(objects, names, (name) => {
    const inner = objects.map((one) => ownField(one, name))
    const field = declared?.get(name)?.shape
    const from =
      declared && field === undefined ? findRenamedField(name, inner, missing) : undefined
    if (from !== undefined) return fieldName(from)
    return adaptValue(inner, { shape: field, parameters, field: name }, levels)
  })
}

/**
 * Finds the base field that a recorded field renames. Among fields that the recording lacks, it
 * must be the only one with a fitting shape, or its name must be part of the new name.
 */
function findRenamedField(
  name: string,
  values: readonly unknown[],
  missing: readonly (readonly [name: string, field: Field])[],
): string | undefined {
  // Every record has the platform fields, even if the shape does not declare them.
  if (platformFields.has(name)) return undefined
  const present = values.filter((value) => value !== undefined)
  const found = missing.filter(([, { shape }]) => present.every((value) => fitsShape(shape, value)))
  const [only, ...more] = found
  const alike = found.find(([other]) => name.includes(other))
  return (alike ?? (more.length === 0 ? only : undefined))?.[0]
}
