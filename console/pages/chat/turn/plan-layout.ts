import type { Edge } from '@dagrejs/dagre'
import type { PlanStep } from './turn-state.ts'

export type Point = { readonly x: number; readonly y: number }

/** The centres of the boxes of a plan's steps, and the lines between them. */
export type PlanLayout = {
  readonly width: number
  readonly height: number
  readonly boxes: ReadonlyMap<string, Point>
  readonly edges: readonly (readonly Point[])[]
}

/** The size of a step's box. */
export const boxSize = { width: 172, height: 64 }
const margin = 4

/** Arranges steps so that each one is below its dependencies. */
export async function layoutPlan(
  steps: readonly Pick<PlanStep, 'id' | 'deps'>[],
): Promise<PlanLayout> {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const graph = new Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 18, ranksep: 30, marginx: margin, marginy: margin })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of steps) graph.setNode(id, { ...boxSize })
  for (const { id, deps } of steps)
    for (const dep of deps) if (graph.hasNode(dep)) graph.setEdge(dep, id)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  const placed = steps.map(({ id }): Point => graph.node(id))
  const isBackwards = runsBackwards(placed)
  const place = ({ x, y }: Point): Point => ({ x: isBackwards ? width - x : x, y })
  const boxes = placed.map((point, at) => [steps[at]?.id ?? '', place(point)] as const)
  const edges: readonly Edge[] = graph.edges()
  const ways = edges.map((edge) => ((graph.edge(edge).points ?? []) as Point[]).map(place))
  return { width, height, boxes: new Map(boxes), edges: ways }
}

/** Whether steps in the same row are mostly in reverse order. */
function runsBackwards(points: readonly Point[]): boolean {
  const rows = points.flatMap((left, at) =>
    points.slice(at + 1).flatMap((right) => (right.y === left.y ? [right.x - left.x] : [])),
  )
  return rows.filter((distance) => distance < 0).length > rows.length / 2
}
