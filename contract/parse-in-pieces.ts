import type * as z from 'zod/mini'
import { definitionOf } from './oversized.ts'

type Issues = readonly z.core.$ZodIssue[]
type Read<Value> =
  | { readonly data: Value; readonly issues?: undefined }
  | { readonly issues: Issues }
type Schema = z.core.$ZodType & { safeParse(value: unknown): z.core.util.SafeParseResult<unknown> }

/**
 * Reads a large document as its schema does, but stops at the first item of a list or a map that is
 * wrong. A schema keeps an issue of every wrong item: a megabyte of wrong items takes a gigabyte, and
 * more of them exhaust the stack.
 */
export function parseInPieces<Output>(
  schema: z.ZodMiniType<Output>,
  document: unknown,
): Read<Output> {
  return read(schema, document, []) as Read<Output>
}

function read(schema: Schema, value: unknown, path: readonly PropertyKey[]): Read<unknown> {
  const def = definitionOf(schema)
  const isWhole = (def.checks ?? []).length > 0
  if (def.type === 'optional' && value !== undefined)
    return read(def.innerType as Schema, value, path)
  if (isWhole || typeof value !== 'object' || value === null) return whole(schema, value, path)
  if (def.type === 'object' && !Array.isArray(value)) {
    const keys = Object.keys(value).filter((key) => !Object.hasOwn(def.shape, key))
    if (keys.length > 0 && def.catchall !== undefined)
      return { issues: [{ code: 'unrecognized_keys', keys, path: [...path], message: '' }] }
    const fields = Object.entries(def.shape)
    return collect(fields, Object.fromEntries, ([key, field]) => {
      const given = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
      return [key, read(field as Schema, given, [...path, key])]
    })
  }
  if (def.type === 'array' && Array.isArray(value))
    return collect([...value.keys()], valuesOf, (index) => [
      index,
      whole(def.element as Schema, value[index], [...path, index]),
    ])
  if (def.type === 'record' && !Array.isArray(value))
    return collect(Object.entries(value), Object.fromEntries, ([key, item]) => [
      key,
      whole(def.valueType as Schema, item, [...path, key]),
    ])
  return whole(schema, value, path)
}

const valuesOf = (parts: Iterable<readonly [number, unknown]>) =>
  Array.from(parts, ([, item]) => item)

/** Reads a value at once; its issues have the whole path. */
function whole(schema: Schema, value: unknown, path: readonly PropertyKey[]): Read<unknown> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return { data }
  return { issues: error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })) }
}

/** Reads one part after another up to the first that is wrong, and puts them together. */
function collect<Item, Key extends PropertyKey>(
  items: readonly Item[],
  join: (parts: Iterable<readonly [Key, unknown]>) => unknown,
  readOne: (item: Item) => readonly [Key, Read<unknown>],
): Read<unknown> {
  const parts: [Key, unknown][] = []
  for (const item of items) {
    const [key, { issues, ...one }] = readOne(item)
    if (issues !== undefined) return { issues }
    if ('data' in one && one.data !== undefined) parts.push([key, one.data])
  }
  return { data: join(parts) }
}
