import { useContext, useEffect, useLayoutEffect, useState, useRef } from 'preact/hooks'
import { TurnGrowthContext } from '../hooks.ts'
import { Button } from '../../../ui/button.tsx'
import {
  collapseCompletedSteps,
  isLongPlan,
  hasUnfinishedSteps,
  type PlanNode,
  toSingleNodes,
} from './plan-groups.ts'
import { boxSize, curvePath, layoutPlan, type PlanLayout } from './plan-layout.ts'
import {
  arrowDirections,
  maxIconScale,
  isInPane,
  nextBox,
  smallestRow,
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
import type { PlanStep } from './turn-state.ts'
import type { Point } from '../../../ui/points.ts'
import { runKeyInPane } from '../../../keys/shortcuts.ts'
import { useGestures } from '../../../ui/gestures.ts'

/** The number of steps of the longest graph. A longer plan is shown only as a list. */
const maxGraphSteps = 120

/** An icon for each state, so that users do not need colors to tell states apart. */
const stateIcons: Readonly<Record<PlanStep['state'], string>> = {
  waiting: 'M0 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0',
  running: 'M0 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M5 2v3l2 2',
  completed: 'M0 5l4 4l7 -8',
  failed: 'M1 1l8 8M9 1l-8 8',
  skipped: 'M0 5h10',
}

type PlanGraphProps = {
  readonly steps: readonly PlanStep[]
  /** The id of the step whose details are shown. */
  readonly openedId: string | undefined
  readonly onOpen: (id: string, isByKey: boolean) => void
}

/**
 * Shows the steps of a plan as a graph that can be zoomed and moved. A box opens its step. Screen
 * readers get the list of the same steps instead.
 */
export function PlanGraph({ steps, openedId, onOpen }: PlanGraphProps) {
  const [showsAllSteps, setShowsAllSteps] = useState(false)
  const isCollapsible = isLongPlan(steps) && hasUnfinishedSteps(steps)
  const isCollapsed = isCollapsible && !showsAllSteps
  const nodes = isCollapsed ? collapseCompletedSteps(steps) : toSingleNodes(steps)
  const layout = usePlanLayout(nodes)
  const running = nodes.filter((node) => stateOf(node) === 'running').map(({ id }) => id)
  const pane = usePlanPane(layout, running)
  const height = layout && `${layout.height / 16 + 1}rem`
  const onGrow = useContext(TurnGrowthContext)
  useLayoutEffect(onGrow, [height])
  if (steps.length > maxGraphSteps)
    return <p class="small faint">A plan of {steps.length} steps is shown as a list.</p>
  /** Opens the step of a box. Replaces a box that has several steps by one box for each step. */
  function openNode({ steps: [step, ...others] }: PlanNode, { detail }: MouseEvent): void {
    if (others.length > 0) setShowsAllSteps(true)
    else if (step !== undefined) onOpen(step.id, detail === 0)
  }
  const firstId = nodes.find(({ id }) => id === openedId)?.id ?? running[0]
  return (
    <div class="plan-pane">
      <div
        {...pane.attributes}
        style={{
          height: `min(${height ?? '6rem'}, round(down, var(--plan-height), ${smallestRow / 16}rem))`,
        }}
        role="group"
        tabIndex={0}
        aria-label="Graph of the plan: + and − zoom, arrow keys move, 0 shows all, f follows, Tab leads to a step, Enter opens it, Escape comes back"
      >
        {layout !== undefined && (
          <>
            <GraphImage {...{ nodes, layout, pane, openedId }} onOpen={openNode} />
            <BoxCursor {...{ nodes, layout, pane, firstId, openedId }} onOpen={openNode} />
          </>
        )}
      </div>
      <div class="plan-tools" role="group" aria-label="View of the plan">
        {isCollapsible && (
          <Button
            kind="quiet"
            pressed={isCollapsed}
            onClick={() => setShowsAllSteps(!showsAllSteps)}
          >
            Collapse done
          </Button>
        )}
        <Button kind="quiet" label="Zoom out" onClick={() => pane.zoom(1 / 1.4)}>
          −
        </Button>
        <Button kind="quiet" label="Zoom in" onClick={() => pane.zoom(1.4)}>
          +
        </Button>
        <Button kind="quiet" pressed={pane.mode === 'fit'} onClick={pane.fit}>
          Fit
        </Button>
        <Button kind="quiet" pressed={pane.mode === 'follow'} onClick={pane.follow}>
          Follow
        </Button>
      </div>
    </div>
  )
}

/** Returns the layout of the boxes. It is the previous layout until a new one is computed. */
function usePlanLayout(nodes: readonly PlanNode[]): PlanLayout | undefined {
  const [layout, setLayout] = useState<PlanLayout>()
  const nodesJson = JSON.stringify(nodes.map(({ id, deps }) => ({ id, deps })))
  useEffect(() => {
    let isCurrent = true
    const arranged = JSON.parse(nodesJson) as readonly Pick<PlanNode, 'id' | 'deps'>[]
    if (arranged.length <= maxGraphSteps)
      void layoutPlan(arranged).then((found) => isCurrent && setLayout(found))
    return () => {
      isCurrent = false
    }
  }, [nodesJson])
  return layout
}

type GraphImageProps = {
  readonly nodes: readonly PlanNode[]
  readonly layout: PlanLayout
  readonly pane: ReturnType<typeof usePlanPane>
  readonly openedId: string | undefined
  readonly onOpen: (node: PlanNode, event: MouseEvent) => void
}

/** Draws the boxes that are in view, and the lines between all boxes. */
function GraphImage({ nodes, layout, pane: { view, size }, openedId, onOpen }: GraphImageProps) {
  if (view === undefined || size === undefined) return null
  const { boxes, edges } = layout
  const { x, y, scale } = view
  const isFar = scale < maxIconScale * size.pageScale
  const states = new Map(nodes.map((node) => [node.id, stateOf(node)]))
  return (
    <svg width="100%" height="100%" aria-hidden="true" class={isFar ? 'is-far' : ''}>
      <g class="plan-view" style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}>
        {edges.map(({ from, to, points }) => (
          <path
            key={`${from} ${to}`}
            class={`way is-${states.get(to) ?? 'waiting'}`}
            d={curvePath(points)}
          />
        ))}
        {nodes.map((node) => {
          const at = boxes.get(node.id)
          return (
            at &&
            isInPane(view, at, size) && (
              <NodeBox
                key={node.id}
                node={node}
                at={at}
                isOpened={node.id === openedId}
                onClick={(event) => onOpen(node, event)}
              />
            )
          )
        })}
      </g>
    </svg>
  )
}

type NodeBoxProps = {
  readonly node: PlanNode
  readonly at: Point
  readonly isOpened: boolean
  readonly onClick: (event: MouseEvent) => void
}

function NodeBox({ node, at, isOpened, onClick }: NodeBoxProps) {
  const [left, top] = [at.x - boxSize.width / 2, at.y - boxSize.height / 2]
  const [step] = node.steps
  const text = node.steps.length > 1 ? `${node.steps.length} steps done` : step?.task
  const state = stateOf(node)
  const kind = `${node.steps.length > 1 ? 'is-group' : ''} ${isOpened ? 'is-opened' : ''}`
  return (
    <g
      class={`plan-box is-${state} ${kind}`}
      style={{ transform: `translate(${left}px, ${top}px)` }}
      onClick={onClick}
    >
      <title>{node.steps.map(({ task }) => task).join('\n')}</title>
      {node.steps.length > 1 && (
        <rect class="behind" x="4" y="4" width={boxSize.width} height={boxSize.height} rx="6" />
      )}
      <rect width={boxSize.width} height={boxSize.height} rx="6" />
      <path class="sign" d={stateIcons[state]} />
      <foreignObject x="29" y="8" width={boxSize.width - 37} height={boxSize.height - 16}>
        <div class="plan-task">{text}</div>
      </foreignObject>
    </g>
  )
}

const stateOf = ({ steps: [step] }: PlanNode) => step?.state ?? 'waiting'

type BoxCursorProps = GraphImageProps & {
  /** The id of the box that is selected first: the box of the opened step or of a running step. */
  readonly firstId: string | undefined
}

/**
 * Renders a button over the box that the keyboard has selected. All boxes together are one stop of
 * the Tab key. Arrow keys select the next box, and Enter opens its step. Screen readers skip the
 * image below the button.
 */
function BoxCursor({ nodes, layout, pane, firstId, openedId, onOpen }: BoxCursorProps) {
  const [chosen, setChosen] = useState<string>()
  // After the mouse has opened a step, the keyboard continues from this step.
  useLayoutEffect(() => setChosen(undefined), [openedId])
  const button = useRef<HTMLButtonElement>(null)
  const node = nodeOf(chosen) ?? nodeOf(firstId) ?? nodes[0]
  const at = node && layout.boxes.get(node.id)
  // The selected box is replaced when its step is joined with other steps in one box.
  const hasFocus = button.current?.matches(':focus') === true
  useLayoutEffect(() => {
    if (hasFocus) button.current?.focus({ preventScroll: true })
  }, [node?.id])
  function nodeOf(id: string | undefined): PlanNode | undefined {
    return nodes.find((each) => each.id === id && layout.boxes.has(each.id))
  }
  if (node === undefined || at === undefined || pane.view === undefined) return null
  function onKeyDown(event: KeyboardEvent): void {
    const direction = arrowDirections[event.key]
    if (node === undefined || direction === undefined) return
    event.preventDefault()
    // The pane must not get this key, because there the arrow keys move the graph.
    event.stopPropagation()
    const next = nextBox(layout, node.id, direction)
    if (next === undefined) return
    setChosen(next)
    pane.showBox(next)
  }
  const { x, y, scale } = pane.view
  const [step] = node.steps
  const label =
    node.steps.length > 1 ? `${node.steps.length} steps done` : `${step?.task}, ${step?.state}`
  return (
    <button
      // Each box gets a new button: screen readers don't read a new name of a focused button.
      key={node.id}
      ref={button}
      type="button"
      class="plan-cursor"
      aria-label={`Step: ${label}`}
      style={{
        left: `${x + at.x * scale}px`,
        top: `${y + at.y * scale}px`,
        width: `${boxSize.width * scale}px`,
        height: `${boxSize.height * scale}px`,
      }}
      onFocus={() => {
        setChosen(node.id)
        pane.showBox(node.id)
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => onOpen(node, event)}
    />
  )
}

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
function usePlanPane(layout: PlanLayout | undefined, running: readonly string[]) {
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
