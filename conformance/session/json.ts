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

/** A value inside a JSON document, with its key in the object or list around it. */
export type LocatedValue = {
  readonly key: string
  readonly value: unknown
  /** `undefined` for the document itself. */
  readonly container?: LocatedValue
}

/** Visits every value of a JSON document, outermost first. */
export function* walk(document: unknown): Generator<LocatedValue, void> {
  const root = { key: '', value: document }
  const open: LocatedValue[] = [root]
  yield root
  // The list grows during the iteration, so nested values come after all values of their level.
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

/** The names of an object, or the indices of a list, of which there may be millions. */
export const stepsOf = (container: object): Iterable<string | number> =>
  Array.isArray(container) ? container.keys() : Object.keys(container)

/** The JSON pointer of a value. */
export const pointerOf = ({ key, container }: LocatedValue): string =>
  container === undefined ? '' : `${pointerOf(container)}/${pointerStep(key)}`

/** A name as a step of a JSON pointer. */
export const pointerStep = (name: string): string =>
  /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name

/** Finds the first value, outermost first, that satisfies `wanted`. */
export const findValue = (
  document: unknown,
  wanted: (place: LocatedValue) => boolean,
): LocatedValue | undefined => walk(document).find(wanted)

/** Describes names and types of a document without its values; an array by the union of its items. */
export function describeShape(value: unknown): string {
  if (Array.isArray(value))
    return `[${[...new Set(value.map(describeShape))].toSorted().join('|')}]`
  if (!isObject(value)) return value === null ? 'null' : typeof value
  const members = Object.entries(value).map(([key, inner]) => `${key}:${describeShape(inner)}`)
  return `{${members.toSorted().join(',')}}`
}

/** Whether a text is a UUID. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)

/** A value as JSON, so that `null` and `[]` are not the same as a value that is missing. */
export const formatValue = (value: unknown): string =>
  value === undefined ? 'missing' : (JSON.stringify(value) ?? String(value))
