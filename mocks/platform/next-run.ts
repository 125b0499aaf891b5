const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const cronFields = [
  { from: 0, to: 59, names: [] },
  { from: 0, to: 23, names: [] },
  { from: 1, to: 31, names: [] },
  { from: 1, to: 12, names: months },
  // Both 0 and 7 are Sunday.
  { from: 0, to: 7, names: weekdays },
] as const

const dayMs = 86_400_000
/** The most that a change to or from summer time moves the clocks, in milliseconds. */
const maxClockChange = 2 * 3_600_000
/** The number of days to search: long enough for the 29th of February. */
const maxSearchedDays = 366 * 5

/**
 * The next time after a moment that matches a cron text with five fields, in milliseconds since
 * 1970; undefined if the text is invalid or no day matches. An unknown time zone counts as UTC.
 */
export function nextRun(cron: string, timeZone: string, after: number): number | undefined {
  const parts = cron.trim().split(/\s+/)
  const [minutes, hours, days, inMonths, onWeekdays] = cronFields.map((field, index) =>
    parseCronField(parts[index] ?? '', field),
  )
  if (parts.length !== cronFields.length || !minutes || !hours || !days || !inMonths || !onWeekdays)
    return undefined
  const offset = timeZoneOffset(timeZone)
  // When clocks are changed, the next run may have an earlier local time than `after`.
  const earliest = after + offset(after) - maxClockChange
  const first = Math.floor(earliest / dayMs) * dayMs
  const [anyDay, anyWeekday] = [parts[2], parts[4]].map((part) => part?.startsWith('*'))
  const fits = (day: Date) => {
    const [ofMonth, ofWeek] = [days.has(day.getUTCDate()), onWeekdays.has(day.getUTCDay())]
    // If both a day of the month and a day of the week are set, one match is enough.
    const isDay = anyDay || anyWeekday ? ofMonth && ofWeek : ofMonth || ofWeek
    return isDay && inMonths.has(day.getUTCMonth() + 1)
  }
  for (let day = first; day < first + maxSearchedDays * dayMs; day += dayMs) {
    if (!fits(new Date(day))) continue
    for (const hour of hours)
      for (const minute of minutes) {
        const at = day + (hour * 60 + minute) * 60_000
        const moment = at > earliest ? momentOf(at, offset) : 0
        if (moment > after) return moment
      }
  }
  return undefined
}

/** The values of a field in ascending order; undefined if the field is invalid or out of range. */
function parseCronField(
  text: string,
  { from, to, names }: (typeof cronFields)[number],
): ReadonlySet<number> | undefined {
  const numberOf = (word: string) => {
    const named = (names as readonly string[]).indexOf(word.toLowerCase().slice(0, 3))
    if (named >= 0) return named + from
    return /^\d+$/.test(word) ? Number(word) : Number.NaN
  }
  const found = new Set<number>()
  for (const part of text.split(',')) {
    const [range = '', step = '1'] = part.split('/')
    const [low = '', high] = range === '*' ? [String(from), String(to)] : range.split('-')
    const [begin, last] = [numberOf(low), high === undefined ? Number.NaN : numberOf(high)]
    const end = high !== undefined ? last : part.includes('/') ? to : begin
    if (!(begin >= from && end <= to && begin <= end && Number(step) >= 1)) return undefined
    for (let value = begin; value <= end; value += Number(step)) found.add(value)
  }
  if (names === weekdays && found.has(7)) found.add(0)
  return new Set([...found].toSorted((a, b) => a - b))
}

/**
 * The first moment with a local time. If clocks skip this time, the moment is later by the length
 * of the gap.
 */
function momentOf(local: number, offset: (at: number) => number): number {
  const [early, late] = [local - offset(local - dayMs), local - offset(local + dayMs)]
  const isAt = (moment: number) => moment + offset(moment) === local
  return isAt(late) && !isAt(early) ? late : early
}

/**
 * Returns a function that gives the offset of a time zone from UTC at a moment, in milliseconds.
 */
function timeZoneOffset(timeZone: string): (at: number) => number {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    return (at) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - (at - (at % 1000))
  } catch {
    return () => 0
  }
}
