import { definitionOf } from './bounded-parse.ts'
import { formatCount } from './format-count.ts'
import * as z from 'zod/mini'
import { unknownWordAdvice, maxSuggestions } from './nearest.ts'
import { shortenQuote } from './shorten.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** A problem at one path of a document, and how to fix it. */
export type ExplainedIssue = {
  readonly path: Path
  /** The kind of problem: a missing value, a wrong key or a wrong value. */
  readonly wrong: 'missing' | 'key' | 'value'
  readonly says: string
}

/** Explains zod's issues with a document in sentences, which also say how to fix the document. */
export function explainIssues(
  issues: readonly Issue[],
  document: unknown,
  hint: (path: Path, key: string) => string,
  wholeName = 'the document',
): ExplainedIssue[] {
  return issues
    .flatMap((issue) => flattenIssue(issue, []))
    .toSorted((a, b) => Number(isUnknownKeyIssue(b)) - Number(isUnknownKeyIssue(a)))
    .flatMap((issue): ExplainedIssue[] => {
      const { path } = issue
      if (issue.code === 'unrecognized_keys')
        return issue.keys.slice(0, maxSuggestions).map((key) => {
          // Always call `hint`, because a caller may record the suggested keys.
          const hinted = hint(path, key)
          const right = suggestionFor(issue.message, key) ?? hinted
          const says = `the key "${shortenQuote(key)}" is unknown; ${right}`
          return { path: [...path, key], wrong: 'key', says }
        })
      if (issue.code === 'invalid_key') {
        const [inner] = issue.issues
        const reason = lowerFirst(inner?.message ?? issue.message)
        const says = `the key "${shortenQuote(String(path.at(-1)))}" is wrong; ${reason}`
        return [{ path, wrong: 'key', says }]
      }
      const value = valueAt(document, path)
      const found = value === undefined ? 'missing' : describeValue(value)
      const says = `${describePath(path, wholeName)} is ${found}; ${describeExpectation(issue)}`
      return [{ path, wrong: value === undefined ? 'missing' : 'value', says }]
    })
}

/** Whether an issue reports unknown keys. Such issues come before issues about missing keys. */
const isUnknownKeyIssue = ({ code }: Issue) => code === 'unrecognized_keys'

/** Returns an issue with its full path; for a union, the issues of its best matching branch. */
function flattenIssue(issue: Issue, parents: Path): readonly Issue[] {
  const path = [...parents, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }]
  const ranked = issue.errors.toSorted(
    (a, b) => issueDistance(a) - issueDistance(b) || a.length - b.length,
  )
  const [best = [], second] = ranked
  // If several branches match equally, reports unknown keys, or else the types of all branches.
  if (second && issueDistance(best) === issueDistance(second) && issueDistance(best) > 1) {
    const meant = best.find(({ code }) => code === 'unrecognized_keys')
    return [meant ? { ...meant, path } : { ...issue, path }]
  }
  return best.flatMap((inner) => flattenIssue(inner, path))
}

/** Rates how much a value differs from a union branch: from 0 (only nested values) to 3 (type). */
function issueDistance(issues: readonly Issue[]): number {
  const own = issues.filter(({ path }) => path.length === 0)
  const unions = own.flatMap((issue) => (issue.code === 'invalid_union' ? [issue.errors] : []))
  if (unions.length > 0) return Math.min(...unions.flat().map(issueDistance))
  if (own.some(({ code }) => code === 'invalid_type')) return 3
  if (own.some(({ code }) => code === 'unrecognized_keys')) return 2
  return own.length > 0 ? 1 : 0
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
}

/** The start of zod's own messages, which it uses for checks that define no message. */
const zodMessageStart = 'Invalid '

/** What a limit counts, by the type of the value. The limit of a number counts nothing. */
const countedUnits: Readonly<Record<string, string>> = { string: 'character', array: 'item' }

function describeExpectation(issue: Issue): string {
  const unit = 'origin' in issue ? countedUnits[issue.origin ?? ''] : undefined
  switch (issue.code) {
    case 'invalid_type':
      return `it must be ${typeWords[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `it must be ${joinWithOr(issue.values.map((value) => JSON.stringify(value)))}`
    case 'too_small':
      return unit
        ? `it needs at least ${formatCount(Number(issue.minimum), unit)}`
        : `it must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return unit
        ? `it may have at most ${formatCount(Number(issue.maximum), unit)}`
        : `it must be at most ${issue.maximum}`
    case 'invalid_format':
      return issue.message.startsWith(zodMessageStart)
        ? `it must match ${issue.pattern ?? issue.format}`
        : lowerFirst(issue.message)
    case 'invalid_union': {
      const expected = acceptedTypes(issue.errors)
      return `it must be ${joinWithOr(
        [...new Set(expected)].map((type) => typeWords[type] ?? type),
      )}`
    }
    default:
      return lowerFirst(issue.message)
  }
}

/** Returns the types that the branches of a union accept. */
function acceptedTypes(branches: readonly (readonly Issue[])[]): string[] {
  return branches.flat().flatMap((issue) => {
    if (issue.code === 'invalid_union') return acceptedTypes(issue.errors)
    return issue.code === 'invalid_type' ? [issue.expected] : []
  })
}

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const joinWithOr = (items: readonly string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined,
    value,
  )

function describePath(path: Path, wholeName: string): string {
  const last = path.at(-1)
  if (last === undefined) return wholeName
  if (typeof last !== 'number') return `"${shortenQuote(String(last))}"`
  return `item ${last + 1} of ${describePath(path.slice(0, -1), wholeName)}`
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'a map'
  if (value === '') return 'empty'
  return JSON.stringify(typeof value === 'string' ? shortenQuote(value) : value)
}

/** Suggests a key that the schema allows at this place, for `explainIssues`. */
export const keyHint = (schema: z.core.$ZodType) => (path: Path, key: string) => {
  const maps = path.reduce<readonly z.core.$ZodTypes[]>(
    (level, step) => level.flatMap((one) => alternativeSchemas(innerSchemaAt(one, step))),
    alternativeSchemas(schema),
  )
  const known = new Set(
    maps.flatMap(({ _zod: { def } }) => ('shape' in def ? Object.keys(def.shape) : [])),
  )
  return known.has(key)
    ? 'it cannot be combined with the other keys; remove one of them'
    : unknownWordAdvice(key, [...known])
}

/** Returns the schemas that a value may match: union branches, or the schema inside an optional. */
function alternativeSchemas(schema: z.core.$ZodType | undefined): readonly z.core.$ZodTypes[] {
  if (schema === undefined) return []
  const def = definitionOf(schema)
  if ('innerType' in def) return alternativeSchemas(def.innerType)
  if ('getter' in def) return alternativeSchemas(def.getter())
  return 'options' in def ? def.options.flatMap(alternativeSchemas) : [schema as z.core.$ZodTypes]
}

/** Returns the schema of an object's field, a list's items or a map's values. */
function innerSchemaAt({ _zod: { def } }: z.core.$ZodTypes, step: PropertyKey) {
  if ('shape' in def) return def.shape[String(step)]
  if ('element' in def) return def.element
  return 'valueType' in def ? def.valueType : undefined
}

/** Keys to suggest, besides the keys of the map itself. */
type ExtraKeys = {
  /** Keys that other variants of the same map have. */
  readonly known?: readonly string[]
  /** Keys that belong elsewhere, with the place, such as `under "stream"`. */
  readonly elsewhere?: Readonly<Record<string, string>>
}

/** Creates a strict object schema. Its error text has a suggestion for each unknown key. */
export function strictMap<const Shape extends z.core.$ZodShape>(
  shape: Shape,
  { known = [], elsewhere = {} }: ExtraKeys = {},
) {
  const own = Object.keys(shape)
  const cure = (key: string): string => {
    const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const place = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined
    if (place !== undefined) return `it belongs ${place}`
    if (known.includes(key)) return 'it cannot be combined with the other keys; remove one of them'
    const all = [...new Set([...own, ...known])]
    return unknownWordAdvice(all.includes(name) ? name : key, all)
  }
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, maxSuggestions)
            .map(shortenQuote)
            .map((key) => `"${key}": ${cure(key)}`)
            .join('\n')
        : undefined,
  })
}

/** Finds the suggestion for an unknown key in the error text of a `strictMap`. */
const suggestionFor = (message: string, key: string): string | undefined => {
  const beginning = `"${shortenQuote(key)}": `
  return message
    .split('\n')
    .find((line) => line.startsWith(beginning))
    ?.slice(beginning.length)
}
