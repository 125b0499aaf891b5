/** The range of numbers that are read as dates: seconds since 1970, from 2001 to 2099. */
const dateSecondsRange = { minSeconds: 1e9, maxSeconds: 4.1e9 }

/**
 * Converts a date to the form of the contract: ISO 8601 in UTC with milliseconds. A date without a
 * time zone is read as UTC. Returns `undefined` for anything else.
 */
export function canonicalDate(value: unknown): string | undefined {
  if (typeof value === 'number') {
    const ms = value > dateSecondsRange.maxSeconds ? value : value * 1000
    const isDate =
      ms >= dateSecondsRange.minSeconds * 1000 && ms <= dateSecondsRange.maxSeconds * 1000
    return isDate ? new Date(ms).toISOString() : undefined
  }
  if (typeof value !== 'string') return undefined
  const [, date, time = '00:00:00', fraction = '', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(
      value,
    ) ?? []
  if (date === undefined || !isRealDay(date)) return undefined
  const whole = time.length === 5 ? `${time}:00` : time
  const offset = zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2').toUpperCase()
  const at = Date.parse(`${date}T${whole}${fraction.slice(0, 4)}${offset}`)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** Whether the day of an ISO 8601 date exists: `Date.parse` moves February 30 to March 2. */
export function isRealDay(date: string): boolean {
  const day = date.slice(0, 10)
  const at = Date.parse(day)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** Parses an ISO 8601 date to milliseconds since 1970. A date without an offset is in UTC. */
export function toMoment(text: string): number {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text) || !/[T ]/.test(text)
  return Date.parse(hasZone ? text : `${text}Z`)
}
