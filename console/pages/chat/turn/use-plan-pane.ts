import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { runKeyInPane } from '../../../keys/shortcuts.ts'
import { useGestures } from '../../../ui/gestures.ts'
import type { Point } from '../../../ui/points.ts'
import type { PlanLayout } from './plan-layout.ts'
import {
  arrowDirections,
  fitView,
  followView,
  showsPartOfGraph,
  panView,
  pinchView,
  type Size,
  type View,
  viewWithBox,
  zoomView,
} from './plan-view.ts'

/**
 * The part of the graph in the pane: the running steps, the whole graph, or a part that the user
 * chose.
 */
type PaneMode = 'follow' | 'fit' | 'own'

/** The number of pixels by which an arrow key moves the graph. */
const arrowDistance = 48

type MeasuredPane = Size & {
  /** The scale that fits the font size of the page. A font size of 16 pixels has the scale 1. */
  readonly pageScale: number
}

/** Manages the view of a graph, which follows the running steps until the user moves the graph. */
export function usePlanPane(layout: PlanLayout | undefined, running: readonly string[]) {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<MeasuredPane>()
  const [mode, setMode] = useState<PaneMode>('follow')
  const [userView, setUserView] = useState<View>()

  const isDrawn = layout !== undefined
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    // The browser reports sizes after its layout. Measuring here would force a second layout.
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const { width, height } = entry.contentRect
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      if (width > 0 && height > 0) setSize({ width, height, pageScale: rem / 16 })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isDrawn])

  const view = layout && size && viewOf(layout, size)
  // This is a ref, because several pointer events can arrive before the next render.
  const current = useRef(view)
  current.current = view
  function viewOf(graph: PlanLayout, pane: MeasuredPane): View {
    if (mode === 'own' && userView !== undefined) return userView
    return mode === 'follow'
      ? followView(graph, running, pane, pane.pageScale)
      : fitView(graph, pane, pane.pageScale)
  }

  function changeView(change: (view: View, graph: Size, pane: Size) => View): void {
    if (current.current === undefined || layout === undefined || size === undefined) return
    const next = change(current.current, layout, size)
    if (next === current.current) return
    current.current = next
    setUserView(next)
    setMode('own')
  }
  const pan = (by: Point) => changeView((from, graph, pane) => panView(from, by, graph, pane))
  const zoom = (factor: number, at?: Point) =>
    changeView((from, _, { width, height }) =>
      zoomView(from, factor, at ?? { x: width / 2, y: height / 2 }),
    )
  /** Moves the graph if a box is not completely visible. */
  function showBox(id: string): void {
    const at = layout?.boxes.get(id)
    if (at !== undefined) changeView((from, graph, pane) => viewWithBox(from, at, graph, pane))
  }
  const fit = () => setMode('fit')
  const follow = () => setMode('follow')

  const arrowKeys = Object.entries(arrowDirections).map(
    ([key, { x, y }]) =>
      [key, () => pan({ x: -x * arrowDistance, y: -y * arrowDistance })] as const,
  )
  const keys = {
    ...Object.fromEntries(arrowKeys),
    '+': () => zoom(1.25),
    '=': () => zoom(1.25),
    '-': () => zoom(1 / 1.25),
    '0': fit,
    f: follow,
  }
  /** Converts a point of the window to a point of the pane. */
  function toPanePoint({ x, y }: Point): Point {
    const { left = 0, top = 0 } = ref.current?.getBoundingClientRect() ?? {}
    return { x: x - left, y: y - top }
  }
  function onWheel(event: WheelEvent): void {
    // Without Ctrl, the wheel scrolls the chat. A pinch on a touchpad arrives as Ctrl and wheel.
    if (!event.ctrlKey) return
    event.preventDefault()
    zoom(Math.exp(-event.deltaY / 200), toPanePoint({ x: event.clientX, y: event.clientY }))
  }
  // Before the user zooms in, a finger that moves on the graph scrolls the page.
  const isZoomed = mode === 'own' && view && layout && size && showsPartOfGraph(view, layout, size)
  const { isDragging, handlers } = useGestures({
    canDrag: ({ pointerType }) => pointerType === 'mouse' || isZoomed === true,
    onDrag: ({ from, to }) => pan({ x: to.x - from.x, y: to.y - from.y }),
    onPinch: ({ factor, from, to }) =>
      changeView((before, graph, pane) =>
        pinchView(before, { factor, from: toPanePoint(from), to: toPanePoint(to) }, graph, pane),
      ),
  })
  const states = [isZoomed && 'is-zoomed', isDragging && 'is-moving'].filter(Boolean)
  const attributes = {
    ...handlers,
    ref,
    class: ['plan-graph', ...states].join(' '),
    onKeyDown: (event: KeyboardEvent) => runKeyInPane(event, keys),
    onWheel,
  }
  return { view, size, mode, zoom, fit, follow, showBox, attributes }
}
