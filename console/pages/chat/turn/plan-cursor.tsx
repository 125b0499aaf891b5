import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PlanNode } from './plan-groups.ts'
import { boxSize, type PlanLayout } from './plan-layout.ts'
import { type Direction, nextBox } from './plan-view.ts'
import type { usePlanPane } from './use-plan-pane.ts'

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

type BoxCursorProps = {
  readonly nodes: readonly PlanNode[]
  readonly layout: PlanLayout
  readonly pane: ReturnType<typeof usePlanPane>
  /** The box of the step that is shown in detail, or one to begin with. */
  readonly first: string | undefined
  readonly opened: string | undefined
  readonly onOpen: (node: PlanNode, event: MouseEvent) => void
}

/**
 * The box that the keyboard is at: one stop for all boxes. Arrow keys lead to the boxes beside it,
 * and Enter opens its step. It lies over the image, which screen readers skip.
 */
export function BoxCursor({ nodes, layout, pane, first, opened, onOpen }: BoxCursorProps) {
  const [chosen, setChosen] = useState<string>()
  // A step that was opened with the mouse is the one to go on from.
  useLayoutEffect(() => setChosen(undefined), [opened])
  const button = useRef<HTMLButtonElement>(null)
  const node = nodeOf(chosen) ?? nodeOf(first) ?? nodes[0]
  const at = node && layout.boxes.get(node.id)
  // The box can also change because its step joins others in one box.
  const hasFocus = button.current?.matches(':focus') === true
  useLayoutEffect(() => {
    if (hasFocus) button.current?.focus({ preventScroll: true })
  }, [node?.id])
  function nodeOf(id: string | undefined): PlanNode | undefined {
    return nodes.find((each) => each.id === id && layout.boxes.has(each.id))
  }
  if (node === undefined || at === undefined || pane.view === undefined) return null
  function onKeyDown(event: KeyboardEvent): void {
    const direction = directions[event.key]
    if (node === undefined || direction === undefined) return
    event.preventDefault()
    // In the pane, arrow keys move the graph.
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
      // A new button for each box, because screen readers don't read the new name of a focused one.
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
