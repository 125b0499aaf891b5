import type { JsonObject } from '../json.ts'
import { platformFields } from '../profile/shape.ts'

export const plainName = (name: string): string => name.replace(/\?$/, '')

/** Splits a name into words, so that `rackId` equals `rack_id`. */
const wordsOf = (name: string): string =>
  name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()

const endsWith = (name: string, end: string): boolean => `_${name}`.endsWith(`_${end}`)

/** Usual key fields, most common first. They are used if nothing else names a record. */
const usualKeys = ['uuid', 'guid', 'key', 'slug', 'code']

/** The record field that the last path parameter names: `slug` of `/articles/{articleSlug}`. */
export function namedKey(record: JsonObject, path: string): string | undefined {
  const parameter = wordsOf(/\{(\w+)\}$/.exec(path)?.[1] ?? '')
  const named = keysIn(record).filter((name) => endsWith(parameter, wordsOf(name)))
  return named.toSorted((one, other) => other.length - one.length)[0]
}

/** The field that identifies a record in a path; `undefined` if no field can. */
export function keyOf(record: JsonObject, path: string): string | undefined {
  const [list = '', parameter = ''] = path.split('/').slice(-2)
  const names = keysIn(record)
  const isOwn = (name: string) => {
    const [first = '', ...rest] = wordsOf(name).split('_')
    return (
      endsWith(rest.join('_'), wordsOf(parameter.slice(1, -1))) && wordsOf(list).startsWith(first)
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
  const [named, end] = [wordsOf(parameter.slice(1, -1)), `_${wordsOf(key)}`]
  // Removes a final `y`, because the plural of `category` begins with `categor`.
  const isParent = (words: string) => {
    const parent = words.slice(0, -end.length).replace(/y$/, '')
    return parent !== '' && words.endsWith(end) && wordsOf(list).startsWith(parent)
  }
  return (
    fields.find((name) => named.includes('_') && wordsOf(name) === named) ??
    fields.find((name) => isParent(wordsOf(name)))
  )
}

/** The fields that can identify a record in a path: required texts and integers. */
const keysIn = (record: JsonObject): readonly string[] =>
  Object.entries(record).flatMap(([written, shape]) => {
    const name = plainName(written)
    const isKey = /^(string|integer)\b(?!.*\|null)/.test(String(shape)) && !platformFields.has(name)
    return name === 'id' || isKey ? [name] : []
  })
