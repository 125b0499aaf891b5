import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { useScrollToEnd } from '../hooks.ts'
import { BarRow } from './bar-row.tsx'
import { placeOf, spanAround } from './time-axis.ts'
import { Axis, TimeMarks } from './time-marks.tsx'
import { barPasses, type TimelineFilter } from './timeline-rows.ts'
import { useTimeGestures, useTimeSpan } from './use-time-span.ts'
import { barOfStep, type Waterfall } from './waterfall.ts'
import type { StepPlace } from '../turn/turn-spans.ts'

/** A step of a plan that the waterfall shows; a new object shows it again. */
export type ShownStep = {
  readonly step: StepPlace
  /** Whether the user asked for it: then its bar gets the focus. */
  readonly isAsked: boolean
}

type WaterfallProps = {
  readonly waterfall: Waterfall
  readonly filter: TimelineFilter
  /** Shows a row in the list of events. */
  readonly onReveal: (row: string | number) => void
  readonly shownStep?: ShownStep | undefined
  /** More buttons. */
  readonly tools: preact.ComponentChildren
}

/** What a turn spent its time on, as bars on a time axis. Cuts and resumes are marked. */
export function WaterfallView(props: WaterfallProps) {
  const { waterfall, filter, onReveal, shownStep, tools } = props
  const { bars, breaks, end } = waterfall
  const jumped = useRef(-1)
  const axis = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ readonly key: string }>()
  const shown = bars.filter((bar) => bar.key === chosen?.key || barPasses(filter, bar))
  const { follow } = useScrollToEnd(bars[0]?.from, [shown.length], chosen)
  const time = useTimeSpan(end)
  const { span, isZoomed, show, showAll, zoom, move } = time
  const gestures = useTimeGestures(time, follow.ref, axis)

  useLayoutEffect(() => {
    const bar = shownStep && barOfStep(waterfall, shownStep.step)
    if (bar === undefined) return
    const { key, from, to = end } = bar
    setChosen({ key })
    if (placeOf(span, { from, to }) === undefined) show(spanAround(from, to, end))
    onReveal(bar.row)
  }, [shownStep])
  useLayoutEffect(() => {
    const rows = follow.ref.current
    if (chosen === undefined || shownStep?.isAsked !== true) return
    ;(rows?.querySelector<HTMLElement>('.is-chosen > .bar-name') ?? rows)?.focus()
  }, [chosen])

  /** Shows the first break, then the next one with each call. */
  const jump = () => {
    jumped.current = (jumped.current + 1) % breaks.length
    const found = breaks[jumped.current]
    if (found === undefined) return
    show(spanAround(found.from, found.to ?? end, end))
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
    '0': showAll,
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
        <Button kind="quiet" disabled={breaks.length === 0} onClick={jump}>
          Go to the cut
        </Button>
        {tools}
      </div>
      <div
        {...follow}
        {...gestures.handlers}
        class={['waterfall-rows', ...states].join(' ')}
        role="region"
        tabIndex={0}
        aria-label="Waterfall: up and down choose, left and right move, + and − zoom, 0 shows all"
        onKeyDown={onKeyDown}
      >
        <Axis span={span} breaks={breaks} selection={gestures.selection} track={axis} />
        <div class="waterfall-bars" role="list">
          <TimeMarks span={span} breaks={breaks} selection={gestures.selection} end={end} />
          <LongList
            rows={shown}
            within={follow.ref}
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
