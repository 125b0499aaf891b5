/** So many levels a value may have; writing a deeper one as JSON can exhaust the stack. */
const deepest = 500

/**
 * How many characters a value of plain JSON takes, written without spaces. Counting stops above
 * `limit` characters or 500 levels, and then gives `Infinity`: the cost is bounded by the limit.
 */
export function jsonLength(value: unknown, limit: number, levels = deepest): number {
  if (typeof value === 'string') {
    // A text takes at least its own length; only one that may fit is written out.
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
    const item = (value as Record<string, unknown>)[key]
    if (!add(jsonLength(item, limit - length, levels - 1))) return Number.POSITIVE_INFINITY
  }
  return length
}

/** How big a JSON text is as values, estimated without parsing it. */
type JsonSize = {
  readonly values: number
  readonly depth: number
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts values and levels in one pass. A text that is no list and no object is one value. */
export function jsonSize(text: string): JsonSize {
  if (!/^\s*[[{]/.test(text)) return { values: 1, depth: 0 }
  let values = 1
  let level = 0
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isQuoted) {
      if (code === backslash) at += 1
      else if (code === quote) isQuoted = false
    } else if (code === quote) isQuoted = true
    else if (code === comma) values += 1
    else if (code === openList || code === openObject) {
      values += 1
      level += 1
      if (level > depth) depth = level
    } else if (code === closeList || code === closeObject) level -= 1
  }
  return { values, depth }
}
