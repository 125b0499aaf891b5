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
