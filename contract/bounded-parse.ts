import type * as z from 'zod/mini'
import { ownLimits } from './limits.ts'

/** A list or map that has more items than its schema allows. */
export type Oversized = {
  readonly path: readonly PropertyKey[]
  readonly kind: 'list' | 'map'
  readonly maxItems: number
}

/**
 * Finds the first list or map above its limit (default: 1,000). zod alone would check all items.
 */
export function findOversized(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): Oversized | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const def = definitionOf(schema)
  const within = (inner: z.core.$ZodType, key: PropertyKey) =>
    findOversized(inner, Reflect.get(value, key), [...path, key])
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return findOversized(def.innerType, value, path)
    case 'pipe':
      return findOversized(def.in, value, path)
    case 'union':
      return findFirst(def.options, (option) => findOversized(option, value, path))
    case 'object':
      if (Object.keys(value).length > ownLimits.listItems)
        return { path, kind: 'map', maxItems: ownLimits.listItems }
      return findFirst(Object.keys(def.shape), (key) => {
        const field = def.shape[key]
        return field && Object.hasOwn(value, key) ? within(field, key) : undefined
      })
    case 'array': {
      if (!Array.isArray(value)) return undefined
      const maxItems = maxItemsOf(schema)
      if (value.length > maxItems) return { path, kind: 'list', maxItems }
      if (acceptsAnything(def.element)) return undefined
      return findFirst([...value.keys()], (index) => within(def.element, index))
    }
    case 'record': {
      if (Array.isArray(value)) return undefined
      const keys = Object.keys(value)
      const maxItems = maxItemsOf(schema)
      if (keys.length > maxItems) return { path, kind: 'map', maxItems }
      if (acceptsAnything(def.valueType)) return undefined
      return findFirst(keys, (key) => within(def.valueType, key))
    }
    default:
      return undefined
  }
}

/** Whether a schema accepts any value, so that its items need no check. */
const acceptsAnything = (schema: z.core.$ZodType): boolean =>
  definitionOf(schema).type === 'unknown'

/** Returns the definition of a zod schema. */
export function definitionOf(schema: z.core.$ZodType) {
  const { _zod: internals } = schema as z.core.$ZodTypes
  return internals.def
}

const maxItemsOf = ({ _zod: { bag } }: z.core.$ZodType): number => {
  const { maximum } = bag as { readonly maximum?: unknown }
  return typeof maximum === 'number' ? maximum : ownLimits.listItems
}

function findFirst<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

type Issues = readonly z.core.$ZodIssue[]
type ReadResult<Value> =
  | { readonly data: Value; readonly issues?: undefined }
  | { readonly issues: Issues }
type Schema = z.core.$ZodType & { safeParse(value: unknown): z.core.util.SafeParseResult<unknown> }

/**
 * Validates a large document, but stops at the first wrong item of a list or map. zod keeps an
 * issue for every wrong item: for a megabyte of wrong items it needs a gigabyte of memory, and for
 * more it overflows the stack.
 */
export function parseInPieces<Output>(
  schema: z.ZodMiniType<Output>,
  document: unknown,
): ReadResult<Output> {
  return parseValue(schema, document, []) as ReadResult<Output>
}

function parseValue(
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[],
): ReadResult<unknown> {
  const def = definitionOf(schema)
  const isWhole = (def.checks ?? []).length > 0
  if (def.type === 'optional' && value !== undefined)
    return parseValue(def.innerType as Schema, value, path)
  if (isWhole || typeof value !== 'object' || value === null) return parseWhole(schema, value, path)
  if (def.type === 'object' && !Array.isArray(value)) {
    const keys = Object.keys(value).filter((key) => !Object.hasOwn(def.shape, key))
    if (keys.length > 0 && def.catchall !== undefined)
      return { issues: [{ code: 'unrecognized_keys', keys, path: [...path], message: '' }] }
    const fields = Object.entries(def.shape)
    return parseItems(fields, Object.fromEntries, ([key, field]) => {
      const given = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
      return [key, parseValue(field as Schema, given, [...path, key])]
    })
  }
  if (def.type === 'array' && Array.isArray(value))
    return parseItems([...value.keys()], valuesOf, (index) => [
      index,
      parseWhole(def.element as Schema, value[index], [...path, index]),
    ])
  if (def.type === 'record' && !Array.isArray(value))
    return parseItems(Object.entries(value), Object.fromEntries, ([key, item]) => [
      key,
      parseWhole(def.valueType as Schema, item, [...path, key]),
    ])
  return parseWhole(schema, value, path)
}

const valuesOf = (parts: Iterable<readonly [number, unknown]>) =>
  Array.from(parts, ([, item]) => item)

/** Validates a value, and returns all issues. `path` is put before the path of each issue. */
function parseWhole(
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[],
): ReadResult<unknown> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return { data }
  return { issues: error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })) }
}

/** Validates the items one by one up to the first wrong item, then joins the results. */
function parseItems<Item, Key extends PropertyKey>(
  items: readonly Item[],
  join: (parts: Iterable<readonly [Key, unknown]>) => unknown,
  readOne: (item: Item) => readonly [Key, ReadResult<unknown>],
): ReadResult<unknown> {
  const parts: [Key, unknown][] = []
  for (const item of items) {
    const [key, { issues, ...one }] = readOne(item)
    if (issues !== undefined) return { issues }
    if ('data' in one && one.data !== undefined) parts.push([key, one.data])
  }
  return { data: join(parts) }
}
