import { useRef, useState } from 'preact/hooks'
import { distance, type Pinch, pinchOf, type Point } from './points.ts'

/** A movement of a pressed pointer, in pixels of the window. `press` is the event of the press. */
export type Drag = {
  readonly press: PointerEvent
  readonly from: Point
  readonly to: Point
}

type GestureActions = {
  /** Whether a press may become a drag. A finger that may not scrolls the page. */
  canDrag(press: PointerEvent): boolean
  onDrag(drag: Drag): void
  /** `isDone` is false if a second finger or the browser ended the drag. */
  onDragEnd?(isDone: boolean): void
  onPinch(pinch: Pinch): void
}

/** Movements of fewer pixels are a click. */
const leastDrag = 4

type Held = {
  readonly points: Map<number, Point>
  press: PointerEvent | undefined
  /** Whether it is a click so far, or what it became. */
  kind: 'press' | 'drag' | 'pinch'
}

/** Browsers scroll by two fingers as by one, unless the page takes them. */
function onTouchMove(event: TouchEvent): void {
  if (event.touches.length > 1 && event.cancelable) event.preventDefault()
}

/**
 * Recognizes drags with a mouse or finger, and pinches of two fingers. Spread the handlers on an
 * element whose `touch-action` lets the browser scroll by one finger, but not zoom.
 */
export function useGestures(actions: GestureActions) {
  const [isDragging, setIsDragging] = useState(false)
  const held = useRef<Held>({ points: new Map(), press: undefined, kind: 'press' }).current

  function end(isDone: boolean): void {
    if (held.kind === 'drag') actions.onDragEnd?.(isDone)
    setIsDragging(false)
  }
  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return
    // The end of a press is lost if its element was removed meanwhile.
    if (event.isPrimary) held.points.clear()
    if (held.points.size === 0) Object.assign(held, { press: event, kind: 'press' })
    held.points.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  function onPointerMove(event: PointerEvent): void {
    const { points, press } = held
    const from = points.get(event.pointerId)
    if (from === undefined || press === undefined) return
    const to = { x: event.clientX, y: event.clientY }
    const other = [...points].find(([id]) => id !== event.pointerId)?.[1]
    if (other !== undefined) {
      end(false)
      held.kind = 'pinch'
    } else if (held.kind === 'press') {
      if (distance(from, to) < leastDrag || !actions.canDrag(press)) return
      held.kind = 'drag'
      setIsDragging(true)
    } else if (held.kind === 'pinch') return
    points.set(event.pointerId, to)
    // From now on, all events of the pointer come here. Before, a click would come here as well.
    if (event.currentTarget instanceof Element)
      event.currentTarget.setPointerCapture(event.pointerId)
    if (other === undefined) actions.onDrag({ press, from, to })
    else actions.onPinch(pinchOf([from, other], [to, other]))
  }
  function release(event: PointerEvent): void {
    if (!held.points.delete(event.pointerId) || held.points.size > 0) return
    end(event.type === 'pointerup')
  }
  function onClickCapture(event: MouseEvent): void {
    // The click at the end of a drag. A click by keyboard has no detail.
    if (held.kind === 'press' || event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }
  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp: release,
    onPointerCancel: release,
    onTouchMove,
    onClickCapture,
  }
  return { isDragging, handlers }
}
