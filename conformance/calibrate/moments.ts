/** Parses a timestamp of any format to milliseconds; without a time zone it is UTC. */
export function parseTimestamp(value: unknown): number | undefined {
  if (typeof value === 'number') return value * 1000
  const text = String(value)
  const moment = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(moment) ? undefined : moment
}
