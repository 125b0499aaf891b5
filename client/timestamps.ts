import { isObject, type Json } from './json.ts'

/**
 * A record with its moments (the fields `…_at`) as ISO 8601 in UTC, `2026-11-21T08:30:00.000Z`,
 * however the deployment writes them: without an offset it means UTC, a number counts from 1970.
 * The records in its lists are treated alike; what is nested deeper is not the platform's own.
 */
export function normalizeTimestamps(value: unknown, depth = 1): unknown {
  if (Array.isArray(value)) return value.map((item) => normalizeTimestamps(item, depth))
  return isObject(value) ? normalizeFields(value, depth) : value
}

const normalizeFields = (record: Json, depth: number): Json =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => {
      if (Array.isArray(value) && depth > 0) return [field, normalizeTimestamps(value, depth - 1)]
      return [field, field.endsWith('_at') ? toIsoTimestamp(value) : value]
    }),
  )

const canonical = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const isoDate = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
const offset = /(Z|[+-]\d\d:?\d\d)$/
/** Seconds since 1970 are fewer until the year 5138, milliseconds are more since 1973. */
const maxSeconds = 1e11

/** A moment as ISO 8601 in UTC; what is none stays as it is. */
export function toIsoTimestamp(value: unknown): unknown {
  if (typeof value === 'number')
    return new Date(value < maxSeconds ? value * 1000 : value).toISOString()
  if (typeof value !== 'string' || canonical.test(value) || !isoDate.test(value)) return value
  const moment = Date.parse(offset.test(value) ? value : `${value}Z`)
  return Number.isNaN(moment) ? value : new Date(moment).toISOString()
}
