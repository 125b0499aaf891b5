import type { Fixture } from '../../contract/fixture.ts'

const day = 24 * 3600 * 1000

/** A fixture with its dates moved by whole days, so that its last day is the present one. */
export function moveToPresent(fixture: Fixture, now: number): Fixture {
  const days = Math.floor((now - Date.parse(fixture.anchored_at)) / day)
  return days === 0 ? fixture : (moved(fixture, days * day) as Fixture)
}

function moved(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((item) => moved(item, by))
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key]
    const isMoment = typeof item === 'string' && (key.endsWith('_at') || key === 'at')
    copy[key] = isMoment ? new Date(Date.parse(item) + by).toISOString() : moved(item, by)
  }
  return copy
}
