import type * as z from 'zod/mini'
import { nearest } from '../contract/nearest.ts'
import { type JsonSchema, knownKeys } from './keys.ts'
import type { Problem } from './problem.ts'
import type { Path, YamlDocument } from './yaml.ts'

type Issue = z.core.$ZodIssue

/** What a schema finds wrong with a document: `what is wrong; what would be right`, at its place. */
export function describeIssues(
  issues: readonly Issue[],
  { value, where }: YamlDocument,
  schema: JsonSchema,
  whole = 'the document',
): readonly Problem[] {
  const flat = issues.flatMap((issue) => flatten(issue, []))
  const slips = flat.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return []
    const known = knownKeys(schema, issue.path)
    return issue.keys.map((key) => ({ path: issue.path, key, known, guess: nearest(key, known) }))
  })
  // What is there, but with a slip, is not missing besides.
  const isThere = (path: Path) =>
    slips.some((slip) => [...slip.path, slip.guess].join('\n') === path.join('\n'))
  return [
    ...slips.map(({ path, ...slip }) => ({
      place: where([...path, slip.key], 'key'),
      rule: 'unknown-key' as const,
      says: unknownKey(slip),
    })),
    ...flat.flatMap((issue): readonly Problem[] => {
      const { path } = issue
      const found = at(value, path)
      if (issue.code === 'unrecognized_keys' || (found === undefined && isThere(path))) return []
      const [place, wrong] =
        found === undefined ? [where(path.slice(0, -1)), 'missing'] : [where(path), show(found)]
      const says = `${nameOf(path, whole)} is ${wrong}; ${expectation(issue)}`
      return [{ place, rule: 'shape', says }]
    }),
  ]
}

type Slip = {
  readonly key: string
  readonly known: readonly string[]
  readonly guess: string | undefined
}

function unknownKey({ key, known, guess }: Slip): string {
  // Lines are maps of one key: the schema knows this one, but not beside the other.
  if (known.includes(key))
    return `"${key}" can’t stand here beside the other key; give it a line of its own`
  const right = guess === undefined ? `known here: ${known.join(', ')}` : `did you mean "${guess}"?`
  return `the key "${key}" is unknown; ${right}`
}

/** An issue with its whole path, a union replaced by the issues of the branch that was meant. */
const flatten = (issue: Issue, parents: Path): readonly Issue[] => {
  const path = [...parents, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }]
  const ranked = issue.errors.toSorted((a, b) => distance(a) - distance(b) || a.length - b.length)
  const [best = [], second] = ranked
  // Several branches are as far off as one another: say what each of them would take.
  if (second && distance(best) === distance(second) && distance(best) > 1) {
    const meant = best.find(({ code }) => code === 'unrecognized_keys')
    return [meant ? { ...meant, path } : { ...issue, path }]
  }
  return best.flatMap((inner) => flatten(inner, path))
}

/** How far a value is from a branch: 0 only deeper faults, up to 3 another type altogether. */
const distance = (issues: readonly Issue[]): number => {
  const own = issues.filter(({ path }) => path.length === 0)
  const unions = own.flatMap((issue) => (issue.code === 'invalid_union' ? [issue.errors] : []))
  if (unions.length > 0) return Math.min(...unions.flat().map(distance))
  if (own.some(({ code }) => code === 'invalid_type')) return 3
  if (own.some(({ code }) => code === 'unrecognized_keys')) return 2
  return own.length > 0 ? 1 : 0
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
}

const expectation = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `it must be ${words[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `it must be ${orList(issue.values.map((value) => JSON.stringify(value)))}`
    case 'too_small':
      return issue.origin === 'array'
        ? `it needs at least ${issue.minimum} ${issue.minimum === 1 ? 'item' : 'items'}`
        : issue.origin === 'string'
          ? 'it needs some text'
          : `it must be at least ${issue.minimum}`
    case 'too_big':
      return `it must be at most ${issue.maximum}`
    case 'invalid_format':
      return `it must match ${issue.pattern ?? issue.format}`
    case 'invalid_union': {
      const expected = kindsIn(issue.errors)
      return `it must be ${orList([...new Set(expected)].map((type) => words[type] ?? type))}`
    }
    default:
      return lowered(issue.message)
  }
}

const kindsIn = (branches: readonly (readonly Issue[])[]): readonly string[] =>
  branches.flat().flatMap((issue) => {
    if (issue.code === 'invalid_union') return kindsIn(issue.errors)
    return issue.code === 'invalid_type' ? [issue.expected] : []
  })

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const orList = (items: readonly string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined,
    value,
  )

const nameOf = (path: Path, whole: string): string => {
  const last = path.at(-1)
  if (last === undefined) return whole
  if (typeof last !== 'number') return `"${String(last)}"`
  return `item ${last + 1} of ${nameOf(path.slice(0, -1), whole)}`
}

const show = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'a map'
  if (value === '') return 'empty'
  return JSON.stringify(value)
}
