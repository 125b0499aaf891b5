import { isObject } from '../../contract/json.ts'

/** Objects whose keys are data, as places such as `data.usage_by_model` or `**.inputs`. */
export type FreeMaps = (place: string) => boolean

/** Merged description of the values at one place. */
type Merged = {
  readonly types: Set<string>
  /** The fields of the objects here: how they look, and how many objects have them. */
  readonly fields: Map<string, { readonly merged: Merged; count: number }>
  objects: number
  item: Merged | undefined
}

const empty = (): Merged => ({ types: new Set(), fields: new Map(), objects: 0, item: undefined })

/**
 * How the shape of a new value differs from a recorded one: fields that are missing or new, and JSON
 * types. `null` is compatible with any type, and an empty list with any list. Items of a list are
 * merged: a field that some recorded items lack may be missing.
 */
export function shapeDifferences(
  recorded: unknown,
  fresh: unknown,
  isFree: FreeMaps = () => false,
): readonly string[] {
  return compare(merge(recorded), merge(fresh), '', isFree)
}

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'list'
      : isObject(value)
        ? 'object'
        : typeof value

function merge(value: unknown, into: Merged = empty()): Merged {
  into.types.add(typeOf(value))
  if (Array.isArray(value)) for (const item of value) into.item = merge(item, into.item)
  else if (isObject(value)) {
    into.objects += 1
    for (const [key, field] of Object.entries(value)) {
      const known = into.fields.get(key) ?? { merged: empty(), count: 0 }
      merge(field, known.merged)
      known.count += 1
      into.fields.set(key, known)
    }
  }
  return into
}

function compare(recorded: Merged, fresh: Merged, place: string, isFree: FreeMaps): string[] {
  const known = [...recorded.types].filter((type) => type !== 'null')
  const added = [...fresh.types].filter((type) => type !== 'null')
  if (known.length === 0 || added.length === 0) return []
  const wrong = added.filter((type) => !known.includes(type))
  if (wrong.length > 0)
    return [`${place || 'the body'} is ${wrong.join(' or ')} instead of ${known.join(' or ')}`]
  const items =
    recorded.item && fresh.item ? compare(recorded.item, fresh.item, `${place}[]`, isFree) : []
  if (fresh.objects === 0 || isFree(place) || hasDataKeys(recorded)) return items
  const at = (key: string) => (place === '' ? key : `${place}.${key}`)
  const differences = [...recorded.fields].flatMap(([key, { merged, count }]) => {
    const other = fresh.fields.get(key)
    if (other !== undefined) return compare(merged, other.merged, at(key), isFree)
    return count === recorded.objects ? [`${at(key)} is missing`] : []
  })
  const extra = [...fresh.fields.keys()].filter((key) => !recorded.fields.has(key))
  return [...items, ...differences, ...extra.map((key) => `${at(key)} is new`)]
}

/** Whether the keys are ids or dates, so that they are data. */
const hasDataKeys = ({ fields }: Merged): boolean =>
  fields.size > 0 &&
  [...fields.keys()].every((key) => /^([0-9a-f-]{36}|\d{4}-\d\d.*|\d+)$/.test(key))
