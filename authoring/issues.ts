import type * as z from 'zod/mini'
import { knownKeys, nearest } from './keys.ts'
import type { JsonSchema } from './keys.ts'
import type { Path, YamlDocument } from './yaml.ts'

type Issue = z.core.$ZodIssue

/** Turns the issues of a schema into `file:line:column: what is wrong; what would be right`. */
export const describeIssues = (
  issues: readonly Issue[],
  document: YamlDocument,
  schema: JsonSchema,
): readonly string[] =>
  issues
    .flatMap((issue) => flatten(issue, []))
    .flatMap((issue) => {
      const { path } = issue
      if (issue.code === 'unrecognized_keys') {
        const known = knownKeys(schema, path)
        return issue.keys.map((key) => {
          const guess = nearest(key, known)
          const right = guess ? `did you mean "${guess}"?` : `known here: ${known.join(', ')}`
          return `${document.where([...path, key], 'key')}: the key "${key}" is unknown; ${right}`
        })
      }
      const value = at(document.value, path)
      if (value === undefined) {
        const parent = document.where(path.slice(0, -1))
        return [`${parent}: ${nameOf(path)} is missing; ${expectation(issue)}`]
      }
      return [`${document.where(path)}: ${nameOf(path)} is ${show(value)}; ${expectation(issue)}`]
    })

/** An issue with its whole path, a union replaced by the issues of the branch that was meant. */
const flatten = (issue: Issue, parents: Path): readonly Issue[] => {
  const path = [...parents, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }]
  const ranked = issue.errors.toSorted((a, b) => distance(a) - distance(b))
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
      const expected = issue.errors.flatMap((branch) =>
        branch.flatMap((inner) => (inner.code === 'invalid_type' ? [inner.expected] : [])),
      )
      return `it must be ${orList([...new Set(expected)].map((type) => words[type] ?? type))}`
    }
    default:
      return issue.message
  }
}

const orList = (items: readonly string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined,
    value,
  )

const nameOf = (path: Path): string => {
  const last = path.at(-1)
  if (last === undefined) return 'the document'
  if (typeof last !== 'number') return `"${String(last)}"`
  return `item ${last + 1} of ${nameOf(path.slice(0, -1))}`
}

const show = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'a map'
  if (value === '') return 'empty'
  return JSON.stringify(value)
}
