import type { RefObject } from 'preact'
import { formatTime, placeOf, ticksOf, type TimeSpan } from './time-axis.ts'
import type { Break } from './waterfall.ts'

export const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** From this share of the width on, a label would be cut off. */
const lastLabel = 0.9

type AxisProps = {
  readonly span: TimeSpan
  readonly breaks: readonly Break[]
  /** The part that is being selected. */
  readonly selection: TimeSpan | undefined
  /** The element whose width is that of the shown part. */
  readonly track: RefObject<HTMLDivElement | null>
}

/** The labels of the times, and the begin of each break. */
export const Axis = ({ span, breaks, selection, track }: AxisProps) => (
  <div
    class="waterfall-axis"
    aria-hidden="true"
    title="Drag over a part to zoom into it. Double-click to show all."
  >
    <div ref={track}>
      {ticksOf(span, 4).map((at) => {
        const { left } = placeOf(span, { from: at, to: at }) ?? { left: 0 }
        return (
          <span key={at} style={{ left: percent(left) }}>
            {left < lastLabel && formatTime(at)}
          </span>
        )
      })}
      {breaks.map(({ connection, from, label }) => {
        const place = placeOf(span, { from, to: from })
        return (
          place && (
            <i
              key={connection}
              class="cut-sign"
              style={{ left: percent(place.left) }}
              title={`${label} at ${formatTime(from)}`}
            />
          )
        )
      })}
      {selection && (
        <b class="selected-part" style={styleOf(span, selection)}>
          {formatTime(selection.to - selection.from)}
        </b>
      )}
    </div>
  </div>
)

type TimeMarksProps = Pick<AxisProps, 'span' | 'breaks' | 'selection'> & { readonly end: number }

/** The times without a connection, and the part that is being selected, over the whole height. */
export const TimeMarks = ({ span, breaks, selection, end }: TimeMarksProps) => (
  <div class="time-marks" aria-hidden="true">
    {breaks.map(({ connection, from, to, label }) => (
      <div
        key={connection}
        class={to === undefined ? 'break-mark' : 'break-mark is-resumed'}
        style={styleOf(span, { from, to: to ?? end })}
        title={label}
      />
    ))}
    {selection && <div class="selected-part" style={styleOf(span, selection)} />}
  </div>
)

/** The place of a part of the time. One that isn't shown has no place. */
function styleOf(span: TimeSpan, part: TimeSpan) {
  const place = placeOf(span, part)
  return place === undefined
    ? { display: 'none' }
    : { left: percent(place.left), width: percent(place.width) }
}
