import { quoted } from './evidence.ts'
import { isObject } from './json.ts'
import type { Mask } from './mask.ts'

// What a check saw may be as large as an answer. A run of the whole suite returns some 100 values.
const mostValues = 2000

/** What a check returned, masked, and cut where the target made it too large for a report. */
export function observationOf(returned: unknown, mask: Mask): unknown {
  let values = 0
  const shown = (value: unknown): unknown => {
    values += 1
    if (values > mostValues) return '…'
    if (typeof value === 'string') return quoted(value, mask)
    if (Array.isArray(value)) return value.slice(0, mostValues).map(shown)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, mostValues)
        .map(([key, inner]) => [quoted(key, mask), shown(inner)]),
    )
  }
  return shown(returned)
}
