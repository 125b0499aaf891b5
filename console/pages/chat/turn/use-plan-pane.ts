import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PlanLayout, Point } from './plan-layout.ts'
import { fitView, followView, panView, type Size, type View, zoomView } from './plan-view.ts'

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
  const [isMoving, setIsMoving] = useState(false)
  const dragged = useRef<Point | undefined>(undefined)

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
  function viewOf(graph: PlanLayout, pane: Measured): View {
    if (mode === 'own' && own !== undefined) return own
    return mode === 'follow'
      ? followView(graph, running, pane, pane.natural)
      : fitView(graph, pane, pane.natural)
  }

  function move(next: View): void {
    setOwn(next)
    setMode('own')
  }
  const pan = (by: Point) => view && layout && size && move(panView(view, by, layout, size))
  const zoom = (factor: number, at?: Point) =>
    view && size && move(zoomView(view, factor, at ?? { x: size.width / 2, y: size.height / 2 }))
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
  function onWheel(event: WheelEvent): void {
    // Without the key, the wheel scrolls the chat. Browsers set it for a pinch on a touchpad.
    if (!event.ctrlKey) return
    event.preventDefault()
    const { left = 0, top = 0 } = ref.current?.getBoundingClientRect() ?? {}
    zoom(Math.exp(-event.deltaY / 200), { x: event.clientX - left, y: event.clientY - top })
  }
  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return
    dragged.current = { x: event.clientX, y: event.clientY }
    ref.current?.setPointerCapture(event.pointerId)
  }
  function onPointerMove({ clientX: x, clientY: y }: PointerEvent): void {
    const from = dragged.current
    if (from === undefined) return
    dragged.current = { x, y }
    setIsMoving(true)
    pan({ x: x - from.x, y: y - from.y })
  }
  function onPointerUp(): void {
    dragged.current = undefined
    setIsMoving(false)
  }
  const handlers = {
    ref,
    onKeyDown,
    onWheel,
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: onPointerUp,
  }
  return { view, size, mode, isMoving, zoom, fit, follow, handlers }
}
