/** The format of a timestamp; `undefined` if the value is no timestamp. */
export function timestampFormat(moment: unknown) {
  if (typeof moment === 'number') return 'epoch'
  const [, zone] = /T[\d:.]+(.*)/s.exec(String(moment)) ?? []
  if (zone === 'Z') return 'z'
  if (zone === '') return 'naive'
  if (zone === undefined) return undefined
  if (/^[+-]00:?00$/.test(zone)) return 'offset'
  return /^[+-]\d\d:?\d\d$/.test(zone) ? 'local' : undefined
}

/** Parses a timestamp of any format to milliseconds since 1970; without a time zone it is UTC. */
export function parseMoment(moment: unknown): number | undefined {
  if (typeof moment === 'number') return moment * 1000
  if (typeof moment !== 'string') return undefined
  const isZoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(moment)
  const time = Date.parse(isZoned ? moment : `${moment}Z`)
  return Number.isNaN(time) ? undefined : time
}
