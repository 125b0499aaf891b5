import { type RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { type Drag, useGestures } from '../../../ui/gestures.ts'
import { moveSpan, spanBetween, type TimeSpan, zoomSpan } from './time-axis.ts'

/** The part of a time axis that a waterfall shows: all, until the user zooms in. */
export function useTimeSpan(end: number) {
  const [zoomed, setZoomed] = useState<TimeSpan>()
  const span = zoomed ?? { from: 0, to: end }
  // Several events of a pointer can arrive before the next render.
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
    /** The share, from 0 to 1, keeps its time. */
    zoom: (factor: number, share?: number) => show(zoomSpan(current.current, factor, end, share)),
    move: (share: number) => zoomed !== undefined && show(moveSpan(current.current, share, end)),
    /** The part between two shares. */
    between: (one: number, other: number) => spanBetween(span, one, other, end),
  }
}

type TimeSpanControls = ReturnType<typeof useTimeSpan>

/**
 * Gestures on a waterfall: a drag on its axis, or with Shift, selects the part to zoom into; any
 * other drag moves it; two fingers, or the wheel with Ctrl, zoom; a double click shows all.
 */
export function useTimeGestures(
  time: TimeSpanControls,
  rows: RefObject<HTMLElement | null>,
  axis: RefObject<HTMLElement | null>,
) {
  const [selected, setSelected] = useState<readonly [one: number, other: number]>()
  /** The place of a point of the window on the axis, from 0 to 1. */
  function shareOf(x: number): number {
    const { left = 0, width = 1 } = axis.current?.getBoundingClientRect() ?? {}
    return Math.min(Math.max((x - left) / width, 0), 1)
  }
  const distance = (pixels: number) => pixels / (axis.current?.clientWidth ?? 1)
  const selects = ({ target, shiftKey }: PointerEvent) =>
    shiftKey || axis.current?.parentElement?.contains(target as Node) === true

  function onDrag({ press, from, to }: Drag): void {
    if (selects(press)) return setSelected([shareOf(press.clientX), shareOf(to.x)])
    time.move(distance(from.x - to.x))
    // A finger scrolls the rows by itself.
    if (press.pointerType === 'mouse' && rows.current !== null)
      rows.current.scrollTop += from.y - to.y
  }
  function onDragEnd(isDone: boolean): void {
    if (isDone && selected !== undefined) time.show(time.between(...selected))
    setSelected(undefined)
  }
  const { isDragging, handlers } = useGestures({
    canDrag: (press) => press.pointerType === 'mouse' || time.isZoomed || selects(press),
    onDrag,
    onDragEnd,
    onPinch({ factor, from, to }) {
      time.zoom(factor, shareOf(from.x))
      time.move(distance(from.x - to.x))
    },
  })
  function onWheel(event: WheelEvent): void {
    const { ctrlKey, deltaX, deltaY, clientX } = event
    const isSideways = time.isZoomed && Math.abs(deltaX) > Math.abs(deltaY)
    if (!ctrlKey && !isSideways) return
    event.preventDefault()
    if (ctrlKey) time.zoom(Math.exp(-deltaY / 200), shareOf(clientX))
    else time.move(distance(deltaX))
  }
  return {
    selection: selected && time.between(...selected),
    isDragging,
    handlers: { ...handlers, onWheel, onDblClick: time.showAll },
  }
}
