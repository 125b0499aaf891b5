import { useRef, useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { useScrollToEnd } from '../hooks.ts'
import type { TimelineFilter } from './timeline-rows.ts'
import {
  formatTime,
  moveSpan,
  placeOf,
  spanAround,
  ticksOf,
  type TimeSpan,
  zoomSpan,
} from './time-axis.ts'
import type { Bar, BarKind, Break, Waterfall } from './waterfall.ts'

type WaterfallProps = {
  readonly waterfall: Waterfall
  readonly filter: TimelineFilter
  /** Shows a row in the list of events. */
  readonly onReveal: (row: string | number) => void
  /** More buttons. */
  readonly tools: preact.ComponentChildren
}

/** What a turn spent its time on, as bars on a time axis. Cuts and resumes are marked. */
export function WaterfallView({ waterfall, filter, onReveal, tools }: WaterfallProps) {
  const { bars, breaks, end } = waterfall
  const [zoomed, setZoomed] = useState<TimeSpan>()
  const jumped = useRef(-1)
  const span = zoomed ?? { from: 0, to: end }
  const shown = bars.filter((bar) => passes(filter, bar))
  const follow = useScrollToEnd(bars[0]?.from, shown.length)

  const zoom = (factor: number, share?: number) => {
    const next = zoomSpan(span, factor, end, share)
    setZoomed(next.to - next.from >= end ? undefined : next)
  }
  const move = (share: number) => zoomed && setZoomed(moveSpan(span, share, end))
  /** Shows the first break, then the next one with each call. */
  const jump = () => {
    jumped.current = (jumped.current + 1) % breaks.length
    const found = breaks[jumped.current]
    if (found === undefined) return
    setZoomed(spanAround(found.from, found.to ?? end, end))
    onReveal(`end ${found.connection}`)
  }
  const focusBar = (by: number) => {
    const names = [...(follow.ref.current?.querySelectorAll<HTMLElement>('.bar-name') ?? [])]
    const at = names.findIndex((name) => name === document.activeElement)
    names[at === -1 && by < 0 ? names.length - 1 : at + by]?.focus()
  }
  const keys: Readonly<Record<string, () => unknown>> = {
    '+': () => zoom(1.5),
    '=': () => zoom(1.5),
    '-': () => zoom(1 / 1.5),
    '0': () => setZoomed(undefined),
    ArrowLeft: () => move(-0.2),
    ArrowRight: () => move(0.2),
    ArrowUp: () => focusBar(-1),
    ArrowDown: () => focusBar(1),
  }
  function onKeyDown(event: KeyboardEvent): void {
    const run = keys[event.key]
    if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // The same key can be a shortcut of the page.
    event.stopPropagation()
    run()
  }
  function onWheel(event: WheelEvent): void {
    const track = event.target instanceof Element && event.target.closest('.bar-track')
    if (!event.ctrlKey || !track) return
    event.preventDefault()
    const { left, width } = track.getBoundingClientRect()
    zoom(Math.exp(-event.deltaY / 200), (event.clientX - left) / width)
  }

  return (
    <div class="waterfall">
      <div class="waterfall-tools" role="group" aria-label="View of the waterfall">
        <Button kind="quiet" label="Zoom out of the time" onClick={() => zoom(1 / 1.5)}>
          −
        </Button>
        <Button kind="quiet" label="Zoom into the time" onClick={() => zoom(1.5)}>
          +
        </Button>
        <Button kind="quiet" disabled={zoomed === undefined} onClick={() => setZoomed(undefined)}>
          All
        </Button>
        <Button kind="quiet" disabled={breaks.length === 0} onClick={jump}>
          Go to the cut
        </Button>
        {tools}
      </div>
      <div
        {...follow}
        class="waterfall-rows"
        role="region"
        tabIndex={0}
        aria-label="Waterfall: up and down choose, left and right move, + and − zoom, 0 shows all"
        onKeyDown={onKeyDown}
        onWheel={onWheel}
      >
        <Axis span={span} breaks={breaks} />
        <div class="waterfall-bars" role="list">
          <BreakMarks span={span} breaks={breaks} end={end} />
          <LongList
            rows={shown}
            within={follow.ref}
            rowHeight={24}
            keyOf={({ key }) => key}
            render={(bar) => (
              <BarRow bar={bar} span={span} end={end} onClick={() => onReveal(bar.row)} />
            )}
          />
        </div>
      </div>
    </div>
  )
}

/** The kinds of bars that belong to a kind of events. */
const kindsOf: Readonly<Record<string, readonly BarKind[]>> = {
  phase: ['phase', 'step'],
  thinking: ['thinking'],
  tool: ['tool', 'approval'],
  answer: ['answer'],
  other: [],
}

function passes({ kind, text }: TimelineFilter, bar: Bar): boolean {
  if (bar.kind === 'request') return true
  const isKind = kind === undefined || kindsOf[kind]?.includes(bar.kind) === true
  return isKind && `${bar.kind} ${bar.label}`.toLowerCase().includes(text.toLowerCase())
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

const Axis = ({ span, breaks }: { readonly span: TimeSpan; readonly breaks: readonly Break[] }) => (
  <div class="waterfall-axis" aria-hidden="true">
    <div>
      {ticksOf(span, 4).map((at) => (
        <span key={at} style={{ left: percent(placeOf(span, { from: at, to: at })?.left ?? 0) }}>
          {formatTime(at)}
        </span>
      ))}
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
    </div>
  </div>
)

/** The times without a connection, over the whole height. */
const BreakMarks = (props: {
  readonly span: TimeSpan
  readonly breaks: readonly Break[]
  readonly end: number
}) => (
  <div class="break-marks" aria-hidden="true">
    {props.breaks.map(({ connection, from, to, label }) => {
      const place = placeOf(props.span, { from, to: to ?? props.end })
      return (
        place && (
          <div
            key={connection}
            class={to === undefined ? 'break-mark' : 'break-mark is-resumed'}
            style={{ left: percent(place.left), width: percent(place.width) }}
            title={label}
          />
        )
      )
    })}
  </div>
)

/** The share of the axis that the time of a bar needs in a narrow pane. */
const labelShare = 0.3

type BarRowProps = {
  readonly bar: Bar
  readonly span: TimeSpan
  readonly end: number
  readonly onClick: () => void
}

function BarRow({ bar, span, end, onClick }: BarRowProps) {
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
  return (
    <div role="listitem" class={`bar-row is-${kind} ${state && `is-${state}`}`}>
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
