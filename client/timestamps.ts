import { canonicalDate } from '../contract/canonical-date.ts'
import { isObject, type JsonObject, mapFields } from '../contract/json.ts'

/**
 * Converts the timestamps of a record (its fields `…_at`) to ISO 8601 in UTC, such as
 * `2026-11-21T08:30:00.000Z`. A timestamp without an offset counts as UTC; a number as seconds or
 * milliseconds since 1970, if that is a time from 2001 to 2099. Records in its lists and the
 * results of a run's nodes are converted, too. Deeper values stay unchanged: they belong to users,
 * not to the platform.
 */
export function normalizeTimestamps(value: unknown, depth = 1): unknown {
  if (Array.isArray(value)) return value.map((item) => normalizeTimestamps(item, depth))
  return isObject(value) ? normalizeFields(value, depth) : value
}

const normalizeFields = (record: JsonObject, depth: number): JsonObject =>
  mapFields(record, (value, field) => {
    if (Array.isArray(value) && depth > 0) return normalizeTimestamps(value, depth - 1)
    if (field === 'node_results' && isObject(value))
      return mapFields(value, (result) => normalizeTimestamps(result, 0))
    return field.endsWith('_at') ? toIsoTimestamp(value) : value
  })

const isoTimestampStart = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
const timeZoneOffset = /(Z|[+-]\d\d:?\d\d)$/

/** Converts a timestamp to ISO 8601 in UTC; returns any other value unchanged. */
export function toIsoTimestamp(value: unknown): unknown {
  const date = new Date(millisecondsOf(value))
  return Number.isNaN(date.getTime()) ? value : date.toISOString()
}

/** The milliseconds of a timestamp since 1970; `NaN` for any other value. */
function millisecondsOf(value: unknown): number {
  if (typeof value === 'number') return Date.parse(canonicalDate(value) ?? '')
  if (typeof value !== 'string' || !isoTimestampStart.test(value)) return Number.NaN
  return Date.parse(timeZoneOffset.test(value) ? value : `${value}Z`)
}
