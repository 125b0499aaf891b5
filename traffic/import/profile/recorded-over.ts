import { isObject, isSameJson, type JsonObject, ownField } from '../../../contract/json.ts'
import type { Field, Shape } from '../../../contract/profile/shape.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import { objectText, retyped } from './answer-expression.ts'
import { fieldName, literal, textLiteral } from './expression-text.ts'
import { isOpenShape, plainShape, valueTypeOf } from './shape-of-values.ts'

/** The values of the parameters of a path in each of several exchanges. */
export type PathValues = Readonly<Record<string, readonly string[]>>

export const pathValues = (
  names: readonly string[],
  exchanges: readonly { readonly values: readonly string[] }[],
): PathValues =>
  Object.fromEntries(
    names.map((name, at) => [name, exchanges.map(({ values }) => values[at] ?? '')]),
  )

/** An expression for the parameter that has these values; undefined if none has. */
export function parameterWith(parameters: PathValues, values: readonly unknown[]) {
  const found = Object.entries(parameters).find(([, own]) => isSameJson(own, values))
  return found && `$params.${found[0]}`
}

type Base = {
  /** The shape that the base declares for its value. */
  readonly shape?: Shape | undefined
  readonly parameters?: PathValues
}

/**
 * An expression for the recorded bodies over what another expression makes: just the recorded fields.
 * A field that the other one makes with the recorded type keeps that value; one of another type or name
 * is made from it, and the others have the recorded value.
 */
export const recordedOver = (text: string, bodies: readonly unknown[], base: Base = {}): string =>
  `(${text}) | (${valueOver(bodies, base)})`

const deepestField = 3

export function valueOver(
  values: readonly unknown[],
  { shape: given = { kind: 'any' }, parameters = {}, field }: Base & { readonly field?: string },
  levels: number = deepestField,
): string {
  const name = field === undefined ? '@' : fieldName(field)
  const seen = values.filter((value) => value !== undefined)
  const present = seen.filter((value) => value !== null)
  const [type, ...others] = new Set(present.map(typeOf))
  const shape = plainShape(given)
  if (type === undefined) return name
  const parameter = parameterWith(parameters, values)
  if (parameter !== undefined) return parameter
  if (!isOpenShape(given) && seen.every((value) => fits(given, value))) return name
  const latest = literal(seen.at(-1))
  if (others.length > 0) return `not_null(${name}, ${latest})`
  // A value that may be null stays null, unless the base does not make this field at all.
  const isNullable = field !== undefined && present.length < seen.length
  const absent = isNullable
    ? `contains(keys(@), ${textLiteral(field)}) ? \`null\` : ${latest}`
    : latest
  const known = valueTypeOf(shape)
  const forms = (known === undefined ? scalarTypes : [known]).flatMap((from) => {
    const made = from === type ? undefined : retyped(from, name, present)
    return made === undefined ? [] : `type(${name}) == '${from}' ? (${made}) : `
  })
  const ownOr = (fallback: string) =>
    `type(${name}) == '${type}' ? ${name} : ${forms.join('')}${fallback}`
  const objects = present.flat().filter(isObject)
  const isOfObjects = objects.length > 0 && objects.length === present.flat().length
  if (levels === 0 || !isOfObjects) return ownOr(absent)
  const item = shape.kind === 'list' ? plainShape(shape.item) : shape
  const fields = objectOver(objects, item, parameters, levels - 1)
  return type === 'array'
    ? `map(&(${fields}), ${ownOr('`[]`')})`
    : `(${ownOr('`{}`')}) | (${fields})`
}

const scalarTypes = ['string', 'number', 'boolean'] as const

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

const fits = (shape: Shape, value: unknown) => shapeProblems(shape, value).length === 0

function objectOver(
  objects: readonly JsonObject[],
  shape: Shape,
  parameters: PathValues,
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
    const from = declared && field === undefined ? renamedFrom(name, inner, missing) : undefined
    if (from !== undefined) return fieldName(from)
    return valueOver(inner, { shape: field, parameters, field: name }, levels)
  })
}

/**
 * The missing field of the base whose values a field has under another name: the only one that fits, or
 * the one whose name is a part of the new name.
 */
function renamedFrom(
  name: string,
  values: readonly unknown[],
  missing: readonly (readonly [name: string, field: Field])[],
): string | undefined {
  const present = values.filter((value) => value !== undefined)
  const found = missing.filter(([, { shape }]) => present.every((value) => fits(shape, value)))
  const [only, ...more] = found
  const alike = found.find(([other]) => name.includes(other))
  return (alike ?? (more.length === 0 ? only : undefined))?.[0]
}
