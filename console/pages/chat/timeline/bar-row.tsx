import { formatTime, placeOf, type TimeSpan } from './time-axis.ts'
import { percent } from './time-marks.tsx'
import type { Bar } from './waterfall.ts'

/** The share of the axis that the time of a bar needs in a narrow pane. */
const labelShare = 0.3

type BarRowProps = {
  readonly bar: Bar
  readonly span: TimeSpan
  readonly end: number
  readonly isChosen: boolean
  readonly onClick: () => void
}

/** A row of a waterfall: the name of a bar, and the bar on its track. */
export function BarRow({ bar, span, end, isChosen, onClick }: BarRowProps) {
  const { kind, label, from, to, isFailed, openedAt, deltas } = bar
  const until = to ?? end
  const place = placeOf(span, { from, to: until })
  const failure = kind === 'request' ? 'broken' : 'failed'
  const state = to === undefined ? 'running' : isFailed ? failure : ''
  const parts = deltas > 0 ? ` in ${deltas.toLocaleString('en')} deltas` : ''
  const words = `${formatTime(until - from)}${parts}${state && `, ${state}`}`
  const wait = openedAt === undefined ? undefined : placeOf(span, { from, to: openedAt })
  const isAtEnd = place !== undefined && place.left + place.width > 1 - labelShare
  // Without room on either side, the time stands on the end of the bar.
  const labelEnd = place && (place.left < labelShare ? place.left + place.width : place.left)
  const classes = ['bar-row', `is-${kind}`, state && `is-${state}`, isChosen && 'is-chosen']
  return (
    <div role="listitem" class={classes.filter(Boolean).join(' ')}>
      <button
        type="button"
        class="bar-name"
        aria-label={`${label}, ${kind}, ${words}, from ${formatTime(from)}`}
        tabIndex={-1}
        title={label}
        onClick={onClick}
      >
        <i class="bar-sign" aria-hidden="true" />
        {label}
      </button>
      <span class="bar-track" aria-hidden="true" onClick={onClick}>
        {place && (
          <span
            class="bar"
            style={{ left: percent(place.left), width: percent(place.width) }}
            title={words}
          >
            {wait && place.width > 0 && (
              <span class="bar-wait" style={{ width: percent(wait.width / place.width) }} />
            )}
          </span>
        )}
        {place && (
          <span
            class="bar-words"
            style={
              isAtEnd
                ? { right: percent(1 - (labelEnd ?? 0)) }
                : { left: percent(place.left + place.width) }
            }
          >
            {formatTime(until - from)}
          </span>
        )}
      </span>
    </div>
  )
}
