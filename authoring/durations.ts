import type { Path } from './yaml.ts'

/** The keys of a scenario that hold a duration. */
const durationKeys: ReadonlySet<string> = new Set(['pause', 'takes', 'every'])

/** How a duration may be written, for people and for the schema of editors. */
export const durationPattern = '^\\d+(\\.\\d+)?(ms|s|m)$'

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

/** `800ms`, `1.5s` and `2m` in milliseconds; `null` for anything else. */
export const parseDuration = (text: string): number | null => {
  const unit = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text)
  return unit ? Number(unit[1]) * (milliseconds[unit[2] ?? ''] ?? 1) : null
}

/** A copy in which every duration is a number of milliseconds; reports each that can't be read. */
export const readDurations = (
  value: unknown,
  report: (path: Path, text: string) => void,
  path: Path = [],
): unknown => {
  if (Array.isArray(value)) {
    return value.map((item, index) => readDurations(item, report, [...path, index]))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const here = [...path, key]
      // What a tool is called with is the author's own: a `pause` in it is no duration.
      if (key === 'input') return [key, inner]
      if (!durationKeys.has(key) || typeof inner !== 'string') {
        return [key, readDurations(inner, report, here)]
      }
      const duration = parseDuration(inner)
      if (duration === null) report(here, inner)
      return [key, duration ?? 0]
    }),
  )
}
