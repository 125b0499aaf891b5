import type { ComponentChildren } from 'preact'
import { dayHeading, describeTime } from './describe-time.ts'

const exactTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

/** Shows how far a time is from `now`, the time of the world. The tooltip shows the exact time. */
export function TimeAgo({ iso, now }: { readonly iso: string; readonly now: number }) {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return <>{iso}</>
  return (
    <time dateTime={iso} title={exactTimeFormat.format(at)}>
      {describeTime(at, now)}
    </time>
  )
}

type DayGroupsProps<Item> = {
  readonly items: readonly Item[]
  timeOf(item: Item): string
  readonly now: number
  /** The CSS class of the list of each day. */
  readonly class: string
  /** The name of all lists together, for screen readers. */
  readonly label: string
  children(item: Item): ComponentChildren
}

/** Shows items as lists with a heading for each day, in the order of the items. */
export function DayGroups<Item>(props: DayGroupsProps<Item>) {
  const { items, timeOf, now, class: className, label, children } = props
  const groups = Map.groupBy(items, (item) => dayHeading(timeOf(item), now))
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
