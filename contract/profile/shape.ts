import { isObject } from '../json.ts'
import { ownLimits } from '../limits.ts'
import { wholeUuid } from '../uuid.ts'

/** The type of a JSON value in a shape. */
export type ScalarType = 'string' | 'integer' | 'number' | 'boolean' | 'object'

/** The limits of a scalar value. */
export type Limits = {
  /** The format, such as `uuid`, `date-time`, `date`. */
  readonly format?: string
  readonly options?: readonly string[]
  readonly pattern?: string
  /** The length of a text in characters. */
  readonly minLength?: number
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
}

/** The shape of a JSON value, as a profile declares it for a body. */
export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'null' }
  | {
      readonly kind: 'scalar'
      readonly types: readonly ScalarType[]
      readonly limits: Limits
      readonly isNullable: boolean
      readonly default?: unknown
    }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'map'; readonly value: Shape }
  | { readonly kind: 'oneOf'; readonly shapes: readonly Shape[] }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Field> }

export type Field = { readonly shape: Shape; readonly isOptional: boolean }

/** The record fields that the platform sets by itself. */
export const platformFields: ReadonlySet<string> = new Set([
  'id',
  'user_id',
  'created_at',
  'updated_at',
])

/** The error for an invalid shape. `path` leads to the wrong part of the document. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError'
  readonly path: readonly (string | number)[]

  constructor(path: readonly (string | number)[], message: string) {
    super(message)
    this.path = path
  }
}

const maxDepth = 20
const anyShape: Shape = { kind: 'any' }

/**
 * Reads a shape: a text such as `string:uuid|null` or `integer >=1 <=100 default 20`, a list with
 * one shape, an object with shapes of its fields (`name?` may be absent), `{ "*": shape }` for a
 * map, `{ nullable: shape }` or `{ oneOf: [shape, …] }`. Throws `ShapeError`.
 *
 * @example
 * readShape({ items: [{ id: 'string:uuid', 'note?': 'string|null' }], total: 'integer' })
 */
export function readShape(
  document: unknown,
  path: readonly (string | number)[] = [],
  parts = { left: ownLimits.shapeParts as number },
): Shape {
  parts.left -= 1
  if (parts.left < 0)
    throw new ShapeError(path, `A shape has at most ${ownLimits.shapeParts} parts`)
  if (path.length > maxDepth) throw new ShapeError(path, `A shape has at most ${maxDepth} levels`)
  if (document === null) return { kind: 'null' }
  if (typeof document === 'string') return readScalar(document, path)
  if (Array.isArray(document)) {
    if (document.length > 1)
      throw new ShapeError(
        path,
        'A list has one shape for all of its items; use `oneOf` for several',
      )
    return {
      kind: 'list',
      item: document.length === 0 ? anyShape : readShape(document[0], [...path, 0], parts),
    }
  }
  if (!isObject(document))
    throw new ShapeError(path, `A shape is a text, a list or an object, not ${String(document)}`)
  const [key, ...others] = Object.keys(document)
  if (others.length === 0 && key === '*')
    return { kind: 'map', value: readShape(document[key], [...path, key], parts) }
  if (others.length === 0 && key === 'nullable')
    return oneOfShape([readShape(document[key], [...path, key], parts), { kind: 'null' }])
  if (others.length === 0 && key === 'oneOf' && Array.isArray(document[key]))
    return oneOfShape(document[key].map((one, at) => readShape(one, [...path, key, at], parts)))
  const count = Object.keys(document).length
  if (count > ownLimits.shapeFields)
    throw new ShapeError(
      path,
      `An object has at most ${ownLimits.shapeFields} fields; this one has ${count}`,
    )
  const fields = Object.entries(document).map(([name, shape]) => {
    const isOptional = name.endsWith('?')
    const field = { shape: readShape(shape, [...path, name], parts), isOptional }
    return [isOptional ? name.slice(0, -1) : name, field] as const
  })
  return { kind: 'object', fields: new Map(fields) }
}

const oneOfShape = (shapes: readonly Shape[]): Shape => ({ kind: 'oneOf', shapes })

/** The formats of texts that shapes can require. */
export const textFormats = {
  uuid: wholeUuid,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/,
} as const

const scalarSyntax = /^(string|integer|number|boolean|object)(?::([a-z-]+))?(?:\{([^}]*)\})?/
const limitSyntax = /^(len)?(>=|<=)(-?\d+(?:\.\d+)?)(?=[\s|]|$)/
const patternSyntax = /^~(\^(?:[^$\\]|\\.)*\$)(?=[\s|]|$)/

/** Reads a text such as `string len<=80 ~^[a-z]+$|null default "x"`. */
function readScalar(written: string, path: readonly (string | number)[]): Shape {
  const fail = (rest: string) => {
    const allowed =
      'Write a type (`string`, `integer`, `number`, `boolean`, `object`, `any` or `null`), then limits (`string:uuid`, `string{a|b}`, `len<=80` and `~^[a-z]+$` of texts, `>=1` of numbers), then `|null`, then `default …`'
    return new ShapeError(path, `\`${rest}\` in the shape \`${written}\` is unknown. ${allowed}`)
  }
  if (written === 'any') return anyShape
  if (written === 'null') return { kind: 'null' }
  const types: ScalarType[] = []
  const limits: { -readonly [Key in keyof Limits]: Limits[Key] } = {}
  let isNullable = false
  let rest = written
  const take = (length: number) => (rest = rest.slice(length).trimStart())
  do {
    if (/^null\b/.test(rest)) {
      isNullable = true
      take(4)
      continue
    }
    const found = scalarSyntax.exec(rest)
    if (found === null) throw fail(rest)
    const [whole, type, format, options] = found
    const [isText, isNumber] = [type === 'string', type === 'integer' || type === 'number']
    if (format !== undefined && !(isText && Object.hasOwn(textFormats, format))) throw fail(whole)
    if (options !== undefined && !isText) throw fail(whole)
    types.push(type as ScalarType)
    if (format !== undefined) limits.format = format
    if (options !== undefined) limits.options = options.split('|')
    take(whole.length)
    for (;;) {
      const [text, isLength, sign, figure] = limitSyntax.exec(rest) ?? []
      const [matched, expression] = patternSyntax.exec(rest) ?? []
      if (text !== undefined) {
        if (!(isLength === undefined ? isNumber : isText)) throw fail(text)
        const value = Number(figure)
        if (isLength === undefined) limits[sign === '>=' ? 'min' : 'max'] = value
        else limits[sign === '>=' ? 'minLength' : 'maxLength'] = value
        take(text.length)
      } else if (matched !== undefined && expression !== undefined) {
        if (!isText) throw fail(matched)
        limits.pattern = expression
        take(matched.length)
      } else break
    }
  } while (rest.startsWith('|') && take(1) !== '')
  const shape = { kind: 'scalar', types, limits, isNullable } as const
  if (rest === '') return types.length === 0 ? { kind: 'null' } : shape
  const [, given] = /^default (.+)$/s.exec(rest) ?? []
  if (given === undefined) throw fail(rest)
  try {
    return { ...shape, default: JSON.parse(given) as unknown }
  } catch {
    throw new ShapeError(path, `The default \`${given}\` is not JSON: write a text in quotes`)
  }
}
