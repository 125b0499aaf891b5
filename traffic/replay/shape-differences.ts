import { isObject } from '../../contract/json.ts'

/** Whether the keys of the object at a place, such as `data.items[].inputs`, are data. */
export type FreeMaps = (place: string) => boolean

/** The fields whose keys are chosen by users and models. */
export const freeFields = [
  'arguments',
  'error_args',
  'input_schema',
  'inputs',
  'node_results',
  'output_mapping',
  'output_schema',
  'outputs',
  'parameters_schema',
  'properties',
  'tool_args',
]

/** Tells whether the field at a place is one of these, or the place itself is. */
export function freeMaps(fields: readonly string[]): FreeMaps {
  const names = new Set([...freeFields, ...fields])
  return (place) => names.has(place) || names.has(place.slice(place.lastIndexOf('.') + 1))
}

/** The merged shape of all values at one place. */
type Merged = {
  readonly types: Set<string>
  /** The fields of the objects here, and how many of the objects have each. */
  readonly fields: Map<string, { readonly merged: Merged; count: number }>
  objects: number
  /** The items of the lists here, by kind. */
  readonly items: Map<string, Merged>
}

const nothing = (): Merged => ({
  types: new Set(),
  fields: new Map(),
  objects: 0,
  items: new Map(),
})

/**
 * How the shape of a new value differs from a recorded one: fields that are missing or new, and JSON
 * types. `null` is compatible with any type, and an empty list with any list. The items of a list
 * are merged by kind (their `type` or `event`); a field that some recorded items lack may be missing.
 */
export function shapeDifferences(
  recorded: unknown,
  fresh: unknown,
  isFree: FreeMaps = freeMaps([]),
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

function merge(value: unknown, into: Merged = nothing()): Merged {
  into.types.add(typeOf(value))
  if (Array.isArray(value)) {
    for (const item of value) {
      const kind = kindOf(item)
      into.items.set(kind, merge(item, into.items.get(kind)))
    }
  } else if (isObject(value)) {
    into.objects += 1
    for (const [key, field] of Object.entries(value)) {
      const known = into.fields.get(key) ?? { merged: nothing(), count: 0 }
      merge(field, known.merged)
      known.count += 1
      into.fields.set(key, known)
    }
  }
  return into
}

/**
 * The kind of an item or event: its `event` and the words that tell events of one name apart, or its
 * `type`. Empty for anything else.
 */
export function kindOf(item: unknown): string {
  if (!isObject(item)) return ''
  const { event, data, type } = item
  if (typeof event !== 'string') return isWord(type) ? type : ''
  const payload = isObject(data) && 'cursor' in data && isObject(data['data']) ? data['data'] : data
  if (!isObject(payload)) return event
  const marks = ['type', 'name', 'phase', 'status'].map((field) => payload[field])
  return [event, ...marks.filter(isWord).filter((word) => word !== event)].join(' ')
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z_]{1,30}$/i.test(value)

function compare(recorded: Merged, fresh: Merged, place: string, isFree: FreeMaps): string[] {
  const known = [...recorded.types].filter((type) => type !== 'null')
  const found = [...fresh.types].filter((type) => type !== 'null')
  if (known.length === 0 || found.length === 0) return []
  const wrong = found.filter((type) => !known.includes(type))
  if (wrong.length > 0)
    return [`${place || 'the body'} is ${wrong.join(' or ')} instead of ${known.join(' or ')}`]
  const items = compareItems(recorded, fresh, `${place}[]`, isFree)
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

/** Compares the kinds that both lists have; all items together if they have none in common. */
function compareItems(recorded: Merged, fresh: Merged, place: string, isFree: FreeMaps): string[] {
  if (recorded.items.size === 0 || fresh.items.size === 0) return []
  const kinds = [...recorded.items.keys()].filter((kind) => fresh.items.has(kind))
  if (kinds.length === 0) return compare(joined(recorded), joined(fresh), place, isFree)
  const differences = kinds.flatMap((kind) => {
    const [before, after] = [recorded.items.get(kind), fresh.items.get(kind)]
    const name = kind === '' ? place : place.replace(/\[\]$/, `[${kind}]`)
    return before && after ? compare(before, after, name, isFree) : []
  })
  return [...new Set(differences)]
}

function joined({ items }: Merged): Merged {
  const all = nothing()
  for (const item of items.values()) addTo(all, item)
  return all
}

function addTo(all: Merged, more: Merged): void {
  for (const type of more.types) all.types.add(type)
  all.objects += more.objects
  for (const [key, { merged, count }] of more.fields) {
    const known = all.fields.get(key) ?? { merged: nothing(), count: 0 }
    addTo(known.merged, merged)
    known.count += count
    all.fields.set(key, known)
  }
  for (const [kind, item] of more.items) {
    const known = all.items.get(kind) ?? nothing()
    addTo(known, item)
    all.items.set(kind, known)
  }
}

/** Whether the keys are ids, dates or numbers, so that they are data. */
const hasDataKeys = ({ fields }: Merged): boolean =>
  fields.size > 0 &&
  [...fields.keys()].every((key) => /^([0-9a-f-]{36}|\d{4}-\d\d.*|\d+)$/.test(key))
