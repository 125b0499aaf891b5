import { formatCount } from '../../contract/format-count.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/**
 * The units for durations. A unit is used for durations below `until` ms, so `90 min` is not shown
 * as `2 h`.
 */
const timeUnits = [
  { name: 's', length: 1000, until: 2 * minute },
  { name: 'min', length: minute, until: 2 * hour },
  { name: 'h', length: hour, until: 2 * day },
  { name: 'day', length: day, until: Number.POSITIVE_INFINITY },
] as const
const dateOnly = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dateAndYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** Describes a duration in one unit, as in `5 min` or `2 days`. */
export function describeDuration(ms: number): string {
  const { name, length } = timeUnits.find(({ until }) => ms < until) ?? timeUnits[0]
  const count = Math.round(ms / length)
  return name === 'day' ? formatCount(count, name) : `${count} ${name}`
}

/** Formats the seconds that something took, as in `1.5 s` or `24 h`. */
export const formatSeconds = (seconds: number): string =>
  seconds < 60 ? `${seconds.toFixed(seconds < 10 ? 1 : 0)} s` : describeDuration(seconds * 1000)

/** Describes how far a time is from now, as in `5 min ago`. Distant times get a date. */
export function describeTime(at: number, now: number): string {
  const distance = at - now
  if (Math.abs(distance) < 10_000) return 'now'
  if (Math.abs(distance) >= 14 * day) return formatDate(at, now)
  const words = describeDuration(Math.abs(distance))
  return distance < 0 ? `${words} ago` : `in ${words}`
}

function formatDate(at: number, now: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? dateOnly : dateAndYear).format(at)
}

/** Returns the day of a time as a heading, such as `Today`. */
export function dayHeading(iso: string, now: number): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return 'Without a date'
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight && at < addDays(midnight, 1)) return 'Today'
  if (at >= addDays(midnight, -1) && at < midnight) return 'Yesterday'
  return formatDate(at, now)
}

/** Adds calendar days, which have 23 or 25 hours when the clocks change. */
function addDays(moment: number, days: number): number {
  const date = new Date(moment)
  return date.setDate(date.getDate() + days)
}
