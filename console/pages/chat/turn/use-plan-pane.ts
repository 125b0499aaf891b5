import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useGestures } from '../../../ui/gestures.ts'
import type { Point } from '../../../ui/points.ts'
import type { PlanLayout } from './plan-layout.ts'
import {
  fitView,
  followView,
  isPart,
  panView,
  pinchView,
  type Size,
  type View,
  viewOfBox,
  zoomView,
} from './plan-view.ts'

/** Whether the pane follows the running steps, shows all, or shows what the user chose. */
type PaneMode = 'follow' | 'fit' | 'own'

/** The pixels that an arrow key moves a graph by. */
const arrowDistance = 48

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: arrowDistance, y: 0 },
  ArrowRight: { x: -arrowDistance, y: 0 },
  ArrowUp: { x: 0, y: arrowDistance },
  ArrowDown: { x: 0, y: -arrowDistance },
}

type Measured = Size & {
  /** The pixels of a CSS pixel of the layout at the page's font size. */
  readonly natural: number
}

/**
 * The view of a graph in its pane: it follows the running steps until the user moves or zooms it.
 */
export function usePlanPane(layout: PlanLayout | undefined, running: readonly string[]) {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Measured>()
  const [mode, setMode] = useState<PaneMode>('follow')
  const [own, setOwn] = useState<View>()

  const isDrawn = layout !== undefined
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    // The browser reports sizes after its own layout: measuring here would force another one.
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const { width, height } = entry.contentRect
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      if (width > 0 && height > 0) setSize({ width, height, natural: rem / 16 })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isDrawn])

  const view = layout && size && viewOf(layout, size)
  // Several events of a pointer can arrive before the next render.
  const current = useRef(view)
  current.current = view
  function viewOf(graph: PlanLayout, pane: Measured): View {
    if (mode === 'own' && own !== undefined) return own
    return mode === 'follow'
      ? followView(graph, running, pane, pane.natural)
      : fitView(graph, pane, pane.natural)
  }

  function move(change: (view: View, graph: Size, pane: Size) => View): void {
    if (current.current === undefined || layout === undefined || size === undefined) return
    const next = change(current.current, layout, size)
    if (next === current.current) return
    current.current = next
    setOwn(next)
    setMode('own')
  }
  const pan = (by: Point) => move((from, graph, pane) => panView(from, by, graph, pane))
  const zoom = (factor: number, at?: Point) =>
    move((from, _, { width, height }) =>
      zoomView(from, factor, at ?? { x: width / 2, y: height / 2 }),
    )
  /** Moves the graph if a box is out of sight. */
  function showBox(id: string): void {
    const at = layout?.boxes.get(id)
    if (at !== undefined) move((from, graph, pane) => viewOfBox(from, at, graph, pane))
  }
  const fit = () => setMode('fit')
  const follow = () => setMode('follow')

  const keys: Readonly<Record<string, () => unknown>> = {
    '+': () => zoom(1.25),
    '=': () => zoom(1.25),
    '-': () => zoom(1 / 1.25),
    '0': fit,
    f: follow,
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrows[event.key]
    const run = arrow === undefined ? keys[event.key] : () => pan(arrow)
    if (run === undefined) return
    event.preventDefault()
    // The same key can be a shortcut of the page.
    event.stopPropagation()
    run()
  }
  /** A point of the window as a point of the pane. */
  function inPane({ x, y }: Point): Point {
    const { left = 0, top = 0 } = ref.current?.getBoundingClientRect() ?? {}
    return { x: x - left, y: y - top }
  }
  function onWheel(event: WheelEvent): void {
    // Without the key, the wheel scrolls the chat. Browsers set it for a pinch on a touchpad.
    if (!event.ctrlKey) return
    event.preventDefault()
    zoom(Math.exp(-event.deltaY / 200), inPane({ x: event.clientX, y: event.clientY }))
  }
  // Until the user zooms in, a finger on the graph scrolls the page.
  const isZoomed = mode === 'own' && view && layout && size && isPart(view, layout, size)
  const { isDragging, handlers } = useGestures({
    canDrag: ({ pointerType }) => pointerType === 'mouse' || isZoomed === true,
    onDrag: ({ from, to }) => pan({ x: to.x - from.x, y: to.y - from.y }),
    onPinch: ({ factor, from, to }) =>
      move((before, graph, pane) =>
        pinchView(before, { factor, from: inPane(from), to: inPane(to) }, graph, pane),
      ),
  })
  const states = [isZoomed && 'is-zoomed', isDragging && 'is-moving'].filter(Boolean)
  const attributes = {
    ...handlers,
    ref,
    class: ['plan-graph', ...states].join(' '),
    onKeyDown,
    onWheel,
  }
  return { view, size, mode, zoom, fit, follow, showBox, attributes }
}
