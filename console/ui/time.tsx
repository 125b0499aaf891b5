import type { ComponentChildren } from 'preact'

const day = 86_400_000
const steps = [
  [60_000, 1000, 'second'],
  [3_600_000, 60_000, 'minute'],
  [day, 3_600_000, 'hour'],
  [14 * day, day, 'day'],
] as const
const relative = new Intl.RelativeTimeFormat('en-GB', { style: 'narrow' })
const dateOnly = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dateAndYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

/** How far a time is from now, in words: `now`, `5 min ago`, `in 3 days`; further away, its date. */
export function describeTime(at: number, now: number): string {
  const distance = at - now
  if (Math.abs(distance) < 10_000) return 'now'
  const step = steps.find(([limit]) => Math.abs(distance) < limit)
  return step === undefined
    ? formatDate(at, now)
    : relative.format(Math.trunc(distance / step[1]), step[2])
}

function formatDate(at: number, now: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? dateOnly : dateAndYear).format(at)
}

/** A time as its distance from now, on the clock of the world; the exact one is the tooltip. */
export function Ago({ iso, now }: { readonly iso: string; readonly now: number }) {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return <>{iso}</>
  return (
    <time dateTime={iso} title={exact.format(at)}>
      {describeTime(at, now)}
    </time>
  )
}

/** The day of a time, as the heading of a group. */
function dayOf(iso: string, now: number): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return 'Without a date'
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight && at < midnight + day) return 'Today'
  if (at >= midnight - day && at < midnight) return 'Yesterday'
  return formatDate(at, now)
}

type DayGroupsProps<Item> = {
  readonly items: readonly Item[]
  timeOf(item: Item): string
  readonly now: number
  /** The class of each list. */
  readonly class: string
  /** The name of all lists. */
  readonly label: string
  children(item: Item): ComponentChildren
}

/** A list in the order of its items, with a heading for each day. */
export function DayGroups<Item>(props: DayGroupsProps<Item>) {
  const { items, timeOf, now, class: className, label, children } = props
  const groups = Map.groupBy(items, (item) => dayOf(timeOf(item), now))
  return (
    <div class="days" role="group" aria-label={label}>
      {[...groups].map(([name, some]) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <ul class={className}>{some.map(children)}</ul>
        </section>
      ))}
    </div>
  )
}
