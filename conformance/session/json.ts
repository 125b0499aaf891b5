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

/** A value inside a JSON document, with its JSON pointer. */
export type LocatedValue = {
  readonly pointer: string
  readonly key: string
  readonly value: unknown
}

/** Visits every value of a JSON document, outermost first. */
export function* walk(document: unknown): Generator<LocatedValue, void> {
  yield { pointer: '', key: '', value: document }
  const open: Container[] = isContainer(document) ? [{ value: document }] : []
  // The list grows during the iteration, so nested values come after all values of their level.
  for (const container of open) {
    for (const [key, value] of entriesOf(container.value)) {
      const place = new NestedValue(container, key, value)
      yield place
      if (isContainer(value)) open.push({ value, place })
    }
  }
}

type Container = { readonly value: object; readonly place?: LocatedValue }

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Visits the members of an object or the items of an array without building a list of them. */
export function* entriesOf(container: object): Generator<readonly [string, unknown], void> {
  if (Array.isArray(container)) {
    for (const [index, item] of container.entries()) yield [String(index), item]
  } else {
    for (const key of Object.keys(container)) yield [key, (container as JsonObject)[key]]
  }
}

/** A value inside another one. Its pointer is built on demand, because few of them are ever read. */
class NestedValue implements LocatedValue {
  readonly #container: Container
  readonly key: string
  readonly value: unknown

  constructor(container: Container, key: string, value: unknown) {
    this.#container = container
    this.key = key
    this.value = value
  }

  get pointer(): string {
    return `${this.#container.place?.pointer ?? ''}/${pointerStep(this.key)}`
  }
}

const pointerStep = (key: string): string =>
  /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key

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

export const formatValue = (value: unknown): string =>
  value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value))

/** Formats a number with its noun: `1 turn`, `3 turns`. */
export const formatCount = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`
