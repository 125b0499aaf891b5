import { isObject, type JsonObject } from '../../contract/json.ts'

/** Returns the member `key` of an object; undefined if `value` is not an object. */
export const member = (value: unknown, key: string): unknown =>
  isObject(value) ? value[key] : undefined

/** Returns the value at a path of member names and indices. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, step) => (Array.isArray(inner) ? inner[Number(step)] : member(inner, String(step))),
    value,
  )

/** A value inside a JSON document, with its key or index in its container. */
export type LocatedValue = {
  readonly key: string
  readonly value: unknown
  /** The object or list that contains the value; `undefined` for the document itself. */
  readonly container?: LocatedValue
}

/** Visits every value of a JSON document, outermost first. */
export function* walk(document: unknown): Generator<LocatedValue, void> {
  const root = { key: '', value: document }
  const open: LocatedValue[] = [root]
  yield root
  // The loop adds nested values to the end of the list, so that outer values come first.
  for (const container of open) {
    const { value: outer } = container
    if (typeof outer !== 'object' || outer === null) continue
    for (const step of stepsOf(outer)) {
      const place = { key: String(step), value: (outer as JsonObject)[step], container }
      yield place
      if (typeof place.value === 'object') open.push(place)
    }
  }
}

/** The names of an object or the indices of a list, as an iterable: a list may be very long. */
export const stepsOf = (container: object): Iterable<string | number> =>
  Array.isArray(container) ? container.keys() : Object.keys(container)

/** The JSON pointer of a value. */
export const pointerOf = ({ key, container }: LocatedValue): string =>
  container === undefined ? '' : `${pointerOf(container)}/${pointerStep(key)}`

/** Escapes a member name for a JSON pointer. */
export const pointerStep = (name: string): string =>
  /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name

/** Finds the first value, outermost first, that satisfies `wanted`. */
export const findValue = (
  document: unknown,
  wanted: (place: LocatedValue) => boolean,
): LocatedValue | undefined => walk(document).find(wanted)

/** Describes the names and types of a document, without values. An array shows all item types. */
export function describeShape(value: unknown): string {
  if (Array.isArray(value))
    return `[${[...new Set(value.map(describeShape))].toSorted().join('|')}]`
  if (!isObject(value)) return value === null ? 'null' : typeof value
  const members = Object.entries(value).map(([key, inner]) => `${key}:${describeShape(inner)}`)
  return `{${members.toSorted().join(',')}}`
}

/** Formats a value as JSON, and `undefined` as `missing`. */
export const formatValue = (value: unknown): string =>
  value === undefined ? 'missing' : (JSON.stringify(value) ?? String(value))
