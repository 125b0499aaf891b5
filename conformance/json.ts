export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The member `key` of `value`, or undefined where `value` is no object. */
export const member = (value: unknown, key: string): unknown =>
  isObject(value) ? value[key] : undefined

/** The value at the end of a path of member names and indices. */
export const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, step) => (Array.isArray(inner) ? inner[Number(step)] : member(inner, String(step))),
    value,
  )

/** A value inside a JSON document and its JSON pointer. */
export type Place = {
  readonly pointer: string
  readonly key: string
  readonly value: unknown
}

/** Every value of a JSON document, outermost first. */
export function* walk(value: unknown, pointer = '', key = ''): Generator<Place> {
  yield { pointer, key, value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const step = name.replaceAll('~', '~0').replaceAll('/', '~1')
    yield* walk(inner, `${pointer}/${step}`, name)
  }
}

/** The first place, outermost first, whose value satisfies `wanted`. */
export function find(value: unknown, wanted: (place: Place) => boolean): Place | undefined {
  const places = [...walk(value)].filter(wanted)
  return places.toSorted((a, b) => depth(a) - depth(b))[0]
}

const depth = (place: Place): number => place.pointer.split('/').length

/** The shape of a document without its values: names and types, arrays by the union of items. */
export function shape(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shape))].toSorted().join('|')}]`
  if (!isObject(value)) return value === null ? 'null' : typeof value
  const members = Object.entries(value).map(([key, inner]) => `${key}:${shape(inner)}`)
  return `{${members.toSorted().join(',')}}`
}

/** A value as a report shows it. */
export const show = (value: unknown): string =>
  value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value))

/** The document in a text, or undefined where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
