import type * as z from 'zod/mini'
import { ownLimits } from './limits.ts'

/** A list or a map in a document that has more items than its schema takes. */
export type Oversized = {
  readonly path: readonly PropertyKey[]
  readonly what: 'list' | 'map'
  readonly most: number
}

/**
 * The first list or map with more items than its schema takes, or than 1,000 where that says nothing.
 * To be asked before the schema is: a schema looks at every item, and keeps an issue of each wrong one.
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
      return first(def.options, (option) => findOversized(option, value, path))
    case 'object':
      if (Object.keys(value).length > ownLimits.listItems)
        return { path, what: 'map', most: ownLimits.listItems }
      return first(Object.keys(def.shape), (key) => {
        const field = def.shape[key]
        return field && Object.hasOwn(value, key) ? within(field, key) : undefined
      })
    case 'array': {
      if (!Array.isArray(value)) return undefined
      const most = mostOf(schema)
      if (value.length > most) return { path, what: 'list', most }
      if (isOpen(def.element)) return undefined
      return first([...value.keys()], (index) => within(def.element, index))
    }
    case 'record': {
      if (Array.isArray(value)) return undefined
      const keys = Object.keys(value)
      const most = mostOf(schema)
      if (keys.length > most) return { path, what: 'map', most }
      if (isOpen(def.valueType)) return undefined
      return first(keys, (key) => within(def.valueType, key))
    }
    default:
      return undefined
  }
}

/** Whether a schema takes anything, so that items need no look. */
const isOpen = (schema: z.core.$ZodType): boolean => definitionOf(schema).type === 'unknown'

/** What a schema is made of. */
export function definitionOf(schema: z.core.$ZodType) {
  const { _zod: internals } = schema as z.core.$ZodTypes
  return internals.def
}

const mostOf = ({ _zod: { bag } }: z.core.$ZodType): number => {
  const { maximum } = bag as { readonly maximum?: unknown }
  return typeof maximum === 'number' ? maximum : ownLimits.listItems
}

function first<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
