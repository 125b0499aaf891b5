import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { runKeyInPane } from '../../../keys/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { useScrollToEnd } from '../hooks.ts'
import {
  barPosition,
  spanAround,
  formatTime,
  type TimeSpan,
  ticksOf,
  moveSpan,
  spanBetween,
  zoomSpan,
} from './time-axis.ts'
import { isBarShown, type TimelineFilter } from './timeline-rows.ts'
import { barOfStep, type Waterfall, type Bar, type StreamBreak } from './waterfall.ts'
import type { RefObject } from 'preact'
import type { StepReference } from '../turn/turn-spans.ts'
import { type Drag, useGestures } from '../../../ui/gestures.ts'

/** A step of a plan that the waterfall scrolls to. A new object scrolls to the step again. */
export type ShownStep = {
  readonly step: StepReference
  /** Whether the user asked to see the step. If so, its bar gets the focus. */
  readonly isRequestedByUser: boolean
}

type WaterfallProps = {
  readonly waterfall: Waterfall
  readonly filter: TimelineFilter
  /** Scrolls to a row in the list of events. */
  readonly onReveal: (row: string | number) => void
  readonly shownStep?: ShownStep | undefined
  readonly tools: preact.ComponentChildren
}

/** Shows how a turn spent its time, as bars on a time axis. Cuts and resumes are marked. */
export function WaterfallView(props: WaterfallProps) {
  const { waterfall, filter, onReveal, shownStep, tools } = props
  const { bars, breaks, end } = waterfall
  const jumped = useRef(-1)
  const axis = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ readonly key: string }>()
  const shownBars = bars.filter((bar) => bar.key === chosen?.key || isBarShown(filter, bar))
  const { follow } = useScrollToEnd(bars[0]?.from, [shownBars.length], chosen)
  const time = useTimeSpan(end)
  const { span, isZoomed, show, showAll, zoom, move } = time
  const gestures = useTimeGestures(time, follow.ref, axis)

  useLayoutEffect(() => {
    const bar = shownStep && barOfStep(waterfall, shownStep.step)
    if (bar === undefined) return
    const { key, from, to = end } = bar
    setChosen({ key })
    if (barPosition(span, { from, to }) === undefined) show(spanAround(from, to, end))
    onReveal(bar.row)
  }, [shownStep])
  useLayoutEffect(() => {
    const rows = follow.ref.current
    if (chosen === undefined || shownStep?.isRequestedByUser !== true) return
    ;(rows?.querySelector<HTMLElement>('.is-chosen > .bar-name') ?? rows)?.focus()
  }, [chosen])

  /** Shows the first break of the stream. Each further call shows the next break. */
  const showNextBreak = () => {
    jumped.current = (jumped.current + 1) % breaks.length
    const nextBreak = breaks[jumped.current]
    if (nextBreak === undefined) return
    show(spanAround(nextBreak.from, nextBreak.to ?? end, end))
    onReveal(`end ${nextBreak.connection}`)
  }
  const focusBar = (by: number) => {
    const names = [...(follow.ref.current?.querySelectorAll<HTMLElement>('.bar-name') ?? [])]
    const at = names.findIndex((name) => name === document.activeElement)
    names[at === -1 && by < 0 ? names.length - 1 : at + by]?.focus()
  }
  const keys = {
    '+': () => zoom(1.5),
    '=': () => zoom(1.5),
    '-': () => zoom(1 / 1.5),
    '0': showAll,
    ArrowLeft: () => move(-0.2),
    ArrowRight: () => move(0.2),
    ArrowUp: () => focusBar(-1),
    ArrowDown: () => focusBar(1),
  }
  const states = [isZoomed && 'is-zoomed', gestures.isDragging && 'is-moving'].filter(Boolean)

  return (
    <div class="waterfall">
      <div class="waterfall-tools" role="group" aria-label="View of the waterfall">
        <Button kind="quiet" label="Zoom out of the time" onClick={() => zoom(1 / 1.5)}>
          −
        </Button>
        <Button kind="quiet" label="Zoom into the time" onClick={() => zoom(1.5)}>
          +
        </Button>
        <Button kind="quiet" label="Fit the time" disabled={!isZoomed} onClick={showAll}>
          Fit
        </Button>
        {breaks.length > 0 && (
          <Button kind="quiet" onClick={showNextBreak}>
            Go to the cut
          </Button>
        )}
        {tools}
      </div>
      <div
        {...follow}
        {...gestures.handlers}
        class={['waterfall-rows', ...states].join(' ')}
        role="region"
        tabIndex={0}
        aria-label="Waterfall: up and down choose, left and right move, + and − zoom, 0 shows all"
        onKeyDown={(event) => runKeyInPane(event, keys)}
      >
        <Axis span={span} breaks={breaks} selection={gestures.selection} trackRef={axis} />
        <div class="waterfall-bars" role="list">
          <TimeMarks span={span} breaks={breaks} selection={gestures.selection} end={end} />
          <LongList
            rows={shownBars}
            scrollParent={follow.ref}
            rowHeight={24}
            reveal={chosen}
            keyOf={({ key }) => key}
            render={(bar) => (
              <BarRow
                bar={bar}
                span={span}
                end={end}
                isChosen={bar.key === chosen?.key}
                onClick={() => {
                  setChosen({ key: bar.key })
                  onReveal(bar.row)
                }}
              />
            )}
          />
        </div>
      </div>
    </div>
  )
}

type BarRowProps = {
  readonly bar: Bar
  readonly span: TimeSpan
  readonly end: number
  readonly isChosen: boolean
  readonly onClick: () => void
}

/** Renders one row of the waterfall: the name of a bar, and the bar. */
function BarRow({ bar, span, end, isChosen, onClick }: BarRowProps) {
  const { kind, label, from, to, isFailed, openedAt, deltas } = bar
  const until = to ?? end
  const place = barPosition(span, { from, to: until })
  const failure = kind === 'request' ? 'broken' : 'failed'
  const state = to === undefined ? 'running' : isFailed ? failure : ''
  const parts = deltas > 0 ? ` in ${deltas.toLocaleString('en')} deltas` : ''
  const words = `${formatTime(until - from)}${parts}${state && `, ${state}`}`
  const wait = openedAt === undefined ? undefined : barPosition(span, { from, to: openedAt })
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
          <span class="bar-words" style={{ left: percent(place.left + place.width) }}>
            {formatTime(until - from)}
          </span>
        )}
      </span>
    </div>
  )
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

type AxisProps = {
  readonly span: TimeSpan
  readonly breaks: readonly StreamBreak[]
  /** The part of the time axis that the user is selecting. */
  readonly selection: TimeSpan | undefined
  /** The element whose width is the width of the shown part of the axis. */
  readonly trackRef: RefObject<HTMLDivElement | null>
}

/** Renders the time axis: labels for the times, and a mark at the start of each break. */
const Axis = ({ span, breaks, selection, trackRef }: AxisProps) => (
  <div
    class="waterfall-axis"
    aria-hidden="true"
    title="Drag over a part to zoom into it. Double-click to show all."
  >
    <div ref={trackRef}>
      {ticksOf(span, 3).map((at) => {
        const { left } = barPosition(span, { from: at, to: at }) ?? { left: 0 }
        return (
          <span key={at} style={{ left: percent(left) }}>
            {formatTime(at)}
          </span>
        )
      })}
      {breaks.map(({ connection, from, label }) => {
        const place = barPosition(span, { from, to: from })
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
        <b class="selected-part" style={spanStyle(span, selection)}>
          {formatTime(selection.to - selection.from)}
        </b>
      )}
    </div>
  </div>
)

type TimeMarksProps = Pick<AxisProps, 'span' | 'breaks' | 'selection'> & { readonly end: number }

/**
 * Marks the times without a connection, and the part that is being selected, over the full height.
 */
const TimeMarks = ({ span, breaks, selection, end }: TimeMarksProps) => (
  <div class="time-marks" aria-hidden="true">
    {breaks.map(({ connection, from, to, label }) => (
      <div
        key={connection}
        class={to === undefined ? 'break-mark' : 'break-mark is-resumed'}
        style={spanStyle(span, { from, to: to ?? end })}
        title={label}
      />
    ))}
    {selection && <div class="selected-part" style={spanStyle(span, selection)} />}
  </div>
)

/** Returns the style that places `part` on the axis. A part that is not shown is hidden. */
function spanStyle(span: TimeSpan, part: TimeSpan) {
  const place = barPosition(span, part)
  return place === undefined
    ? { display: 'none' }
    : { left: percent(place.left), width: percent(place.width) }
}

/**
 * Manages the part of the time axis that a waterfall shows: the whole axis until the user zooms in.
 */
function useTimeSpan(end: number) {
  const [zoomed, setZoomed] = useState<TimeSpan>()
  const span = zoomed ?? { from: 0, to: end }
  // This is a ref, because several pointer events can arrive before the next render.
  const current = useRef(span)
  current.current = span
  const show = (next: TimeSpan) => {
    current.current = next
    setZoomed(next.to - next.from >= end ? undefined : next)
  }
  return {
    span,
    isZoomed: zoomed !== undefined,
    show,
    showAll: () => show({ from: 0, to: end }),
    /** Zooms by a factor. The time at `share` of the width, from 0 to 1, does not move. */
    zoom: (factor: number, share?: number) => show(zoomSpan(current.current, factor, end, share)),
    move: (share: number) => zoomed !== undefined && show(moveSpan(current.current, share, end)),
    /** Returns the part of the axis between two positions, each a share of the width (0 to 1). */
    between: (one: number, other: number) => spanBetween(span, one, other, end),
  }
}

type TimeSpanControls = ReturnType<typeof useTimeSpan>

/**
 * Handles gestures. A drag on the axis, or with Shift, selects the part to zoom into. Any other
 * drag moves the shown part. Two fingers, or Ctrl and the wheel, zoom. A double click shows all.
 */
function useTimeGestures(
  time: TimeSpanControls,
  rows: RefObject<HTMLElement | null>,
  axis: RefObject<HTMLElement | null>,
) {
  const [selected, setSelected] = useState<readonly [one: number, other: number]>()
  /** Returns the position on the axis, from 0 to 1, of an x coordinate of the window. */
  function axisShareAt(x: number): number {
    const { left = 0, width = 1 } = axis.current?.getBoundingClientRect() ?? {}
    return Math.min(Math.max((x - left) / width, 0), 1)
  }
  const toAxisShare = (pixels: number) => pixels / (axis.current?.clientWidth ?? 1)
  const startsSelection = ({ target, shiftKey }: PointerEvent) =>
    shiftKey || axis.current?.parentElement?.contains(target as Node) === true

  function onDrag({ press, from, to }: Drag): void {
    if (startsSelection(press)) return setSelected([axisShareAt(press.clientX), axisShareAt(to.x)])
    time.move(toAxisShare(from.x - to.x))
    // Only a mouse needs this: when a finger moves, the browser itself scrolls the rows.
    if (press.pointerType === 'mouse' && rows.current !== null)
      rows.current.scrollTop += from.y - to.y
  }
  function onDragEnd(isDone: boolean): void {
    if (isDone && selected !== undefined) time.show(time.between(...selected))
    setSelected(undefined)
  }
  const { isDragging, handlers } = useGestures({
    canDrag: (press) => press.pointerType === 'mouse' || time.isZoomed || startsSelection(press),
    onDrag,
    onDragEnd,
    onPinch({ factor, from, to }) {
      time.zoom(factor, axisShareAt(from.x))
      time.move(toAxisShare(from.x - to.x))
    },
  })
  function onWheel(event: WheelEvent): void {
    const { ctrlKey, deltaX, deltaY, clientX } = event
    const isSideways = time.isZoomed && Math.abs(deltaX) > Math.abs(deltaY)
    if (!ctrlKey && !isSideways) return
    event.preventDefault()
    if (ctrlKey) time.zoom(Math.exp(-deltaY / 200), axisShareAt(clientX))
    else time.move(toAxisShare(deltaX))
  }
  return {
    selection: selected && time.between(...selected),
    isDragging,
    handlers: { ...handlers, onWheel, onDblClick: time.showAll },
  }
}
