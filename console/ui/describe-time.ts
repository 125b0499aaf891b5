import { formatCount } from '../../contract/format-count.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** The units of time differences. Each unit is used for differences below `until`, in ms. */
const timeUnits = [
  { name: 's', length: 1000, until: minute },
  { name: 'min', length: minute, until: hour },
  { name: 'h', length: hour, until: day },
  { name: 'day', length: day, until: 14 * day },
] as const
const dateOnly = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dateAndYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** Describes how far a time is from now, as in `5 min ago`. Distant times get a date. */
export function describeTime(at: number, now: number): string {
  const distance = at - now
  if (Math.abs(distance) < 10_000) return 'now'
  const unit = timeUnits.find(({ until }) => Math.abs(distance) < until)
  if (unit === undefined) return formatDate(at, now)
  const count = Math.round(Math.abs(distance) / unit.length)
  const words = unit.name === 'day' ? formatCount(count, 'day') : `${count} ${unit.name}`
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
