import { isObject, ownField } from '../json.ts'
import { type Limits, type ScalarType, type Shape, textFormats } from './shape.ts'
import { shorten } from '../shorten.ts'

/** A place where a value does not match its shape. */
export type ShapeProblem = {
  /** The path, such as `items[0].name`; empty for the whole value. */
  readonly at: string
  readonly says: string
}

/** Tests a text against a pattern of a shape, in linear time. */
export type MatchesPattern = (pattern: string, text: string) => boolean

const maxProblems = 20

/**
 * Compares a value with a shape. Returns at most 20 problems. Fields that the shape lacks are
 * problems, too, because a client cannot know them. `quote` formats values for the messages.
 */
export function shapeProblems(
  shape: Shape,
  value: unknown,
  matches: MatchesPattern = () => true,
  quote: QuoteValue = quoteShort,
): ShapeProblem[] {
  const problems: ShapeProblem[] = []
  const note = (at: string, says: string) => {
    if (problems.length < maxProblems) problems.push({ at, says })
  }
  const compare = (part: Shape, found: unknown, at: string): void => {
    if (problems.length >= maxProblems) return
    if (part.kind === 'any') return
    if (part.kind === 'oneOf') {
      const branches = part.shapes.map((one) => shapeProblems(one, found, matches, quote))
      // An alternative of the right type comes first, even if more of its parts are wrong.
      const ofType = branches.filter((one) => !one.some((problem) => problem.at === ''))
      const candidates = ofType.length > 0 ? ofType : branches
      const best = candidates.toSorted((one, other) => one.length - other.length)[0] ?? []
      for (const problem of best)
        note(at + separatorBefore(at, problem.at) + problem.at, problem.says)
    } else if (part.kind === 'null') {
      if (found !== null) note(at, `must be null, not ${typeOf(found, quote)}`)
    } else if (part.kind === 'list') {
      if (!Array.isArray(found)) return note(at, `must be a list, not ${typeOf(found, quote)}`)
      for (const [index, item] of found.entries()) compare(part.item, item, `${at}[${index}]`)
    } else if (part.kind === 'scalar') {
      const says = scalarProblem(part, found, matches, quote)
      if (says !== undefined) note(at, says)
    } else if (!isObject(found)) note(at, `must be an object, not ${typeOf(found, quote)}`)
    else if (part.kind === 'map')
      for (const [name, item] of Object.entries(found))
        compare(part.value, item, joinPath(at, name))
    else {
      for (const [name, { shape: field, isOptional }] of part.fields)
        if (Object.hasOwn(found, name)) compare(field, found[name], joinPath(at, name))
        else if (!isOptional) note(joinPath(at, name), 'is missing')
      for (const name of Object.keys(found))
        if (!part.fields.has(name)) note(joinPath(at, name), 'is not in the shape')
    }
  }
  compare(shape, value, '')
  return problems
}

const joinPath = (at: string, name: string) => (at === '' ? name : `${at}.${name}`)
const separatorBefore = (at: string, inner: string) =>
  at === '' || inner === '' || inner.startsWith('[') ? '' : '.'

function scalarProblem(
  { types, limits, isNullable }: Extract<Shape, { readonly kind: 'scalar' }>,
  value: unknown,
  matches: MatchesPattern,
  quote: QuoteValue,
): string | undefined {
  if (value === null && isNullable) return undefined
  const type = types.find((one) => hasType(one, value))
  const named = [...types, ...(isNullable ? ['null'] : [])].join(' or ')
  if (type === undefined) return `must be ${named}, not ${typeOf(value, quote)}`
  if (typeof value === 'number') return numberProblem(limits, value)
  return typeof value === 'string' ? textProblem(limits, value, matches, quote) : undefined
}

const hasType = (type: ScalarType, value: unknown): boolean => {
  if (type === 'integer') return Number.isInteger(value)
  return type === 'object' ? isObject(value) : typeof value === type
}

function numberProblem({ min, max }: Limits, value: number): string | undefined {
  if (min !== undefined && value < min) return `is ${value}, below the minimum ${min}`
  return max !== undefined && value > max ? `is ${value}, above the maximum ${max}` : undefined
}

function textProblem(
  { format, options, pattern, minLength = 0, maxLength }: Limits,
  value: string,
  matches: MatchesPattern,
  quote: QuoteValue,
): string | undefined {
  if (options !== undefined && !options.includes(value))
    return `is ${quote(value)}, not one of ${options.join(', ')}`
  if (
    format !== undefined &&
    ownField<RegExp>(textFormats, format)?.test(value.slice(0, 100)) === false
  )
    return `is ${quote(value)}, not a ${format}`
  if (value.length < minLength) return `has ${value.length} characters; the minimum is ${minLength}`
  if (maxLength !== undefined && value.length > maxLength)
    return `has ${value.length} characters; the maximum is ${maxLength}`
  return pattern !== undefined && !matches(pattern, value)
    ? `is ${quote(value)}, which does not match ${pattern}`
    : undefined
}

type QuoteValue = (value: unknown) => string

const quoteShort: QuoteValue = (value) =>
  typeof value === 'string'
    ? JSON.stringify(shorten(value, 40))
    : shorten(String(JSON.stringify(value)), 40)

function typeOf(value: unknown, quote: QuoteValue): string {
  if (value === undefined) return 'absent'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `${typeof value} ${quote(value)}`
}
