export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a field by a name that a user or client gave. Plain access would also find inherited
 * properties, such as `constructor`.
 */
export const ownField = <Value>(
  object: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined => (Object.hasOwn(object, name) ? object[name] : undefined)

/** Copies an object, and changes the values of its fields. */
export const mapFields = <Value, Changed>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Changed,
): Record<string, Changed> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

/** Copies an object without the fields that are undefined. */
export const withoutUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>

/** Parses JSON; returns `fallback` if the text is not JSON. */
export function parseJson(text: string, fallback?: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fallback
  }
}

/**
 * Parses the JSON of a body. Returns `undefined` if the text is not JSON, has more than `maxValues`
 * values, or nests deeper than 500 levels: functions that read bodies are recursive.
 */
export function parseBody(text: string, maxValues?: number): unknown {
  // For an empty text, the stack of the error would take 50 µs: a twentieth of the start of a turn.
  if (text === '') return undefined
  try {
    return parseBoundedJson(text, maxValues)
  } catch {
    return undefined
  }
}

/** Whether two JSON values are equal, regardless of the order of fields. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => isSameJson(item, b[at]))
  if (!isObject(a) || !isObject(b)) return false
  const fields = Object.keys(a)
  return (
    fields.length === Object.keys(b).length &&
    fields.every((field) => Object.hasOwn(b, field) && isSameJson(a[field], b[field]))
  )
}

/** The maximum nesting: `JSON.stringify` can overflow the stack on deeper values. */
const maxDepth = 500

/**
 * Returns the length of a JSON value in characters, serialized without spaces. Counting stops
 * beyond `limit` characters or 500 levels and returns `Infinity`, so `limit` bounds the cost.
 */
export function jsonLength(value: unknown, limit: number, levels = maxDepth): number {
  if (typeof value === 'string') {
    // Escaping only makes a text longer, so a text beyond the limit need not be serialized.
    return value.length > limit ? Number.POSITIVE_INFINITY : JSON.stringify(value).length
  }
  if (typeof value !== 'object' || value === null) return String(value).length
  if (levels === 0) return Number.POSITIVE_INFINITY
  let length = 2
  const add = (more: number) => {
    length += more
    return length <= limit
  }
  if (Array.isArray(value)) {
    for (const item of value)
      if (!add(jsonLength(item, limit - length, levels - 1) + 1)) return Number.POSITIVE_INFINITY
    return length
  }
  for (const key in value) {
    if (!add(jsonLength(key, limit - length) + 2)) return Number.POSITIVE_INFINITY
    const item = (value as JsonObject)[key]
    if (!add(jsonLength(item, limit - length, levels - 1))) return Number.POSITIVE_INFINITY
  }
  return length
}

/** The error for a JSON text with more values than its reader accepts. */
export class TooManyValuesError extends Error {
  override readonly name = 'TooManyValuesError'
}

/**
 * Parses JSON from a client. Depth and number of values are counted in the text first, because
 * building and validating an object of 100,000 keys costs twenty times as much as counting them.
 * Throws a `SyntaxError` for text that is not JSON or nests deeper than 500 levels, and
 * `TooManyValuesError` for more than `maxValues` values.
 */
export function parseBoundedJson(text: string, maxValues = Number.POSITIVE_INFINITY): unknown {
  const { depth, values } = jsonSize(text)
  if (depth > maxDepth)
    throw new SyntaxError(`This JSON nests deeper than the limit of ${maxDepth} levels.`)
  if (values > maxValues)
    throw new TooManyValuesError(
      `This JSON has about ${values} values; at most ${maxValues} are accepted.`,
    )
  return JSON.parse(text)
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Estimates the number of values and the depth of a JSON text in one pass, without parsing it. */
export function jsonSize(text: string): { readonly values: number; readonly depth: number } {
  if (!/^\s*[[{]/.test(text)) return { values: 1, depth: 0 }
  let values = 1
  let level = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      // Skips a string with `indexOf`, which is faster than a loop over megabytes of characters.
      let backslashes = 0
      do {
        at = text.indexOf('"', at + 1)
        if (at < 0) return { values, depth }
        backslashes = 0
        while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1
      } while (backslashes % 2 === 1)
    } else if (code === comma) values += 1
    else if (code === openList || code === openObject) {
      values += 1
      level += 1
      if (level > depth) depth = level
    } else if (code === closeList || code === closeObject) level -= 1
  }
  return { values, depth }
}

/** Returns the objects in a list; an empty list if the value is not a list. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** Returns the value if it is an object; otherwise an object without fields. */
export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Replaces every text in a JSON value, at any depth. */
export function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map))
  return isObject(value) ? mapFields(value, (item) => mapTexts(item, map)) : value
}

/** The byte order mark, which some editors and libraries write before a text. */
export const byteOrderMark = '\ufeff'

/** Removes a byte order mark from the beginning of a text. */
export const withoutByteOrderMark = (text: string): string =>
  text.startsWith(byteOrderMark) ? text.slice(1) : text
