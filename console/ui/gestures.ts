import { useRef, useState } from 'preact/hooks'
import { distance, type Pinch, pinchOf, type Point } from './points.ts'

/** A movement of a pressed pointer, in pixels of the window. It began with the event `press`. */
export type Drag = {
  readonly press: PointerEvent
  readonly from: Point
  readonly to: Point
}

type GestureActions = {
  /** Whether a press may become a drag. Otherwise, a finger scrolls the page. */
  canDrag(press: PointerEvent): boolean
  onDrag(drag: Drag): void
  /** Called at the end of a drag. `isDone` is false if the browser or a pinch ended the drag. */
  onDragEnd?(isDone: boolean): void
  onPinch(pinch: Pinch): void
}

/** A movement of fewer pixels than this counts as a click. */
const minDragPixels = 4

type Gesture = {
  readonly points: Map<number, Point>
  press: PointerEvent | undefined
  /** The kind of the gesture. A `press` may still become a click. */
  kind: 'press' | 'drag' | 'pinch'
}

/** Prevents scrolling with two fingers. Browsers allow it wherever one finger may scroll. */
function onTouchMove(event: TouchEvent): void {
  if (event.touches.length > 1 && event.cancelable) event.preventDefault()
}

/**
 * Recognizes drags with a mouse or a finger, and pinches. Spread the handlers on an element whose
 * `touch-action` allows scrolling with one finger, but no zooming.
 */
export function useGestures(actions: GestureActions) {
  const [isDragging, setIsDragging] = useState(false)
  const state = useRef<Gesture>({ points: new Map(), press: undefined, kind: 'press' }).current

  function endGesture(isDone: boolean): void {
    if (state.kind === 'drag') actions.onDragEnd?.(isDone)
    setIsDragging(false)
  }
  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return
    // A press never ends if its element is removed, so an earlier press may still be stored.
    if (event.isPrimary) state.points.clear()
    if (state.points.size === 0) Object.assign(state, { press: event, kind: 'press' })
    state.points.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  function onPointerMove(event: PointerEvent): void {
    const { points, press } = state
    const from = points.get(event.pointerId)
    if (from === undefined || press === undefined) return
    const to = { x: event.clientX, y: event.clientY }
    const other = [...points].find(([id]) => id !== event.pointerId)?.[1]
    if (other !== undefined) {
      endGesture(false)
      state.kind = 'pinch'
    } else if (state.kind === 'press') {
      if (distance(from, to) < minDragPixels || !actions.canDrag(press)) return
      state.kind = 'drag'
      setIsDragging(true)
    } else if (state.kind === 'pinch') return
    points.set(event.pointerId, to)
    // Captures the pointer only after it has moved. A capture at the press would redirect clicks.
    if (event.currentTarget instanceof Element)
      event.currentTarget.setPointerCapture(event.pointerId)
    if (other === undefined) actions.onDrag({ press, from, to })
    else actions.onPinch(pinchOf([from, other], [to, other]))
  }
  function onPointerEnd(event: PointerEvent): void {
    if (!state.points.delete(event.pointerId) || state.points.size > 0) return
    endGesture(event.type === 'pointerup')
  }
  function onClickCapture(event: MouseEvent): void {
    // Stops the click at the end of a drag. A click by keyboard, with the detail 0, is not stopped.
    if (state.kind === 'press' || event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }
  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onTouchMove,
    onClickCapture,
  }
  return { isDragging, handlers }
}
