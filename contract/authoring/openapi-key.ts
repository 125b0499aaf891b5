import type { JsonObject } from '../json.ts'
import { platformFields } from '../profile/shape.ts'
import { plainName } from './openapi-shape.ts'

/** Converts a name to snake case, so that `rackId` equals `rack_id`. */
const toSnakeCase = (name: string): string =>
  name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()

const endsWithWords = (name: string, end: string): boolean => `_${name}`.endsWith(`_${end}`)

/** Usual key fields, most common first. They are used if neither the path nor `id` is a key. */
const usualKeys = ['uuid', 'guid', 'key', 'slug', 'code']

/** Returns the field that the last path parameter names: `slug` of `/articles/{articleSlug}`. */
export function namedKey(record: JsonObject, path: string): string | undefined {
  const parameter = toSnakeCase(/\{(\w+)\}$/.exec(path)?.[1] ?? '')
  const named = candidateKeysIn(record).filter((name) =>
    endsWithWords(parameter, toSnakeCase(name)),
  )
  return named.toSorted((one, other) => other.length - one.length)[0]
}

/** Returns the field that identifies a record in a path; `undefined` if no field can. */
export function keyOf(record: JsonObject, path: string): string | undefined {
  const [list = '', parameter = ''] = path.split('/').slice(-2)
  const names = candidateKeysIn(record)
  const isOwn = (name: string) => {
    const [first = '', ...rest] = toSnakeCase(name).split('_')
    return (
      endsWithWords(rest.join('_'), toSnakeCase(parameter.slice(1, -1))) &&
      toSnakeCase(list).startsWith(first)
    )
  }
  return (
    namedKey(record, path) ??
    names.find((name) => name === 'id') ??
    names.find(isOwn) ??
    usualKeys.find((name) => names.includes(name))
  )
}

/**
 * Finds the field with the parent's key: `project_id` of a task at `/projects/{project}/tasks`.
 * `key` is the key field of the parent.
 */
export function parentField(
  names: readonly string[],
  parameter: string,
  list: string,
  key: string,
): string | undefined {
  const fields = names.filter((name) => !platformFields.has(name))
  const [named, end] = [toSnakeCase(parameter.slice(1, -1)), `_${toSnakeCase(key)}`]
  // Ignores a final `y`: the plural of `category` only begins with `categor`.
  const isParent = (words: string) => {
    const parent = words.slice(0, -end.length).replace(/y$/, '')
    return parent !== '' && words.endsWith(end) && toSnakeCase(list).startsWith(parent)
  }
  return (
    fields.find((name) => named.includes('_') && toSnakeCase(name) === named) ??
    fields.find((name) => isParent(toSnakeCase(name)))
  )
}

/** Returns the fields that can identify a record: `id`, and required strings and integers. */
const candidateKeysIn = (record: JsonObject): readonly string[] =>
  Object.entries(record).flatMap(([written, shape]) => {
    const name = plainName(written)
    const isKey = /^(string|integer)\b(?!.*\|null)/.test(String(shape)) && !platformFields.has(name)
    return name === 'id' || isKey ? [name] : []
  })
