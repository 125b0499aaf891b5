export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The member `key` of `value`, or undefined where `value` is no object. */
export const member = (value: unknown, key: string): unknown =>
  isObject(value) ? value[key] : undefined

/** The value at the end of a path of member names and indices. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, step) => (Array.isArray(inner) ? inner[Number(step)] : member(inner, String(step))),
    value,
  )

/** A value inside a JSON document and its JSON pointer. */
export type LocatedValue = {
  readonly pointer: string
  readonly key: string
  readonly value: unknown
}

/** Every value of a JSON document, outermost first. */
export function* walk(document: unknown): Generator<LocatedValue, void> {
  yield { pointer: '', key: '', value: document }
  const open: Container[] = isContainer(document) ? [{ value: document }] : []
  // It grows while it is iterated over: what is inside a place comes after all on its level.
  for (const container of open) {
    for (const [key, value] of entriesOf(container.value)) {
      const place = new Inner(container, key, value)
      yield place
      if (isContainer(value)) open.push({ value, place })
    }
  }
}

type Container = { readonly value: object; readonly place?: LocatedValue }

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The members of an object, or the items of a list by their index, without a list of them all. */
export function* entriesOf(container: object): Generator<readonly [string, unknown], void> {
  if (Array.isArray(container)) {
    for (const [index, item] of container.entries()) yield [String(index), item]
  } else {
    for (const key of Object.keys(container)) yield [key, (container as JsonObject)[key]]
  }
}

/** A place inside another one. Few of the many are asked for their pointer. */
class Inner implements LocatedValue {
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

/** The first place, outermost first, whose value satisfies `wanted`. */
export const findValue = (
  document: unknown,
  wanted: (place: LocatedValue) => boolean,
): LocatedValue | undefined => walk(document).find(wanted)

/** The shape of a document without its values: names and types, arrays by the union of items. */
export function describeShape(value: unknown): string {
  if (Array.isArray(value))
    return `[${[...new Set(value.map(describeShape))].toSorted().join('|')}]`
  if (!isObject(value)) return value === null ? 'null' : typeof value
  const members = Object.entries(value).map(([key, inner]) => `${key}:${describeShape(inner)}`)
  return `{${members.toSorted().join(',')}}`
}

/** A value as a report shows it. */
export const formatValue = (value: unknown): string =>
  value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value))

/** The document in a text, or undefined where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
