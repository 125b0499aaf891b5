import type { Edge } from '@dagrejs/dagre'
import type { PlanStep } from './turn-state.ts'
import type { Point } from '../../../ui/points.ts'

/** The center of each step's box, by the id of the step, and the lines between the boxes. */
export type PlanLayout = {
  readonly width: number
  readonly height: number
  readonly boxes: ReadonlyMap<string, Point>
  readonly edges: readonly PlanEdge[]
}

/** The line from a step to a dependent step. */
type PlanEdge = {
  readonly from: string
  readonly to: string
  readonly points: readonly Point[]
}

/** The size of a step's box, in pixels of a graph at scale 1. */
export const boxSize = { width: 172, height: 64 }
export const graphMargin = 4
/** The distance between two rows of boxes. */
export const rowGap = 30

/** Arranges the steps of a plan so that each step is below its dependencies. */
export async function layoutPlan(
  steps: readonly Pick<PlanStep, 'id' | 'deps'>[],
): Promise<PlanLayout> {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const graph = new Graph()
  graph.setGraph({
    rankdir: 'TB',
    nodesep: 18,
    ranksep: rowGap,
    marginx: graphMargin,
    marginy: graphMargin,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of steps) graph.setNode(id, { ...boxSize })
  for (const { id, deps } of removeRedundantEdges(steps))
    for (const dep of deps) if (graph.hasNode(dep)) graph.setEdge(dep, id)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  const nodePoints = steps.map(({ id }): Point => graph.node(id))
  const isBackwards = isMostlyReversed(nodePoints)
  const mirrorPoint = ({ x, y }: Point): Point => ({ x: isBackwards ? width - x : x, y })
  const boxes = nodePoints.map((point, at) => [steps[at]?.id ?? '', mirrorPoint(point)] as const)
  const edges: readonly Edge[] = graph.edges()
  const planEdges = edges.map(({ v: from, w: to }) => {
    const points = (graph.edge(from, to).points ?? []) as Point[]
    return { from, to, points: points.map(mirrorPoint) }
  })
  return { width, height, boxes: new Map(boxes), edges: planEdges }
}

/** Drops dependencies that follow from other dependencies, to avoid lines that cross. */
export function removeRedundantEdges(
  steps: readonly Pick<PlanStep, 'id' | 'deps'>[],
): readonly Pick<PlanStep, 'id' | 'deps'>[] {
  const depsOf = new Map(steps.map(({ id, deps }) => [id, deps]))
  const knownSteps = new Map<string, Set<string>>()
  /** Returns the ids of all steps that a step depends on. A cycle ends the search. */
  function stepsBefore(id: string): Set<string> {
    const foundSteps = knownSteps.get(id)
    if (foundSteps !== undefined) return foundSteps
    const all = new Set<string>()
    knownSteps.set(id, all)
    for (const dep of depsOf.get(id) ?? []) {
      all.add(dep)
      for (const each of stepsBefore(dep)) all.add(each)
    }
    return all
  }
  return steps.map(({ id, deps }) => ({
    id,
    deps: deps.filter(
      (dep) => !deps.some((other) => other !== dep && other !== id && stepsBefore(other).has(dep)),
    ),
  }))
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10
const pointText = ({ x, y }: Point) => `${roundToTenth(x)} ${roundToTenth(y)}`

/** Returns the SVG path of a line, as a curve through its points. */
export function curvePath(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (first === undefined || last === undefined) return ''
  const curveSegments = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? last
    const end =
      at === rest.length - 2 ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${pointText(point)} ${pointText(end)}`
  })
  return `M${pointText(first)}${curveSegments.join('') || `L${pointText(last)}`}`
}

/** Whether most steps in the same row are in reverse order. */
function isMostlyReversed(points: readonly Point[]): boolean {
  const rows = points.flatMap((left, at) =>
    points.slice(at + 1).flatMap((right) => (right.y === left.y ? [right.x - left.x] : [])),
  )
  return rows.filter((distance) => distance < 0).length > rows.length / 2
}
