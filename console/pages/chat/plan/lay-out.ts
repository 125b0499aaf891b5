import type { Edge } from '@dagrejs/dagre'
import type { PlanStep } from '../turn/plan-view.ts'

export type Point = { readonly x: number; readonly y: number }

/** Where the steps of a plan stand, and the ways between them; the middle of each box is given. */
export type PlanLayout = {
  readonly width: number
  readonly height: number
  readonly boxes: ReadonlyMap<string, Point>
  readonly ways: readonly (readonly Point[])[]
}

/** The size of a step's box. */
export const box = { width: 172, height: 58 }
const margin = 4

/** Lays steps out so that each stands below those that it waits for. */
export async function layOut(steps: readonly Pick<PlanStep, 'id' | 'deps'>[]): Promise<PlanLayout> {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const graph = new Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 18, ranksep: 30, marginx: margin, marginy: margin })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of steps) graph.setNode(id, { ...box })
  for (const { id, deps } of steps)
    for (const dep of deps) if (graph.hasNode(dep)) graph.setEdge(dep, id)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  const boxes = steps.map(({ id }) => {
    const { x = 0, y = 0 } = graph.node(id)
    return [id, { x, y }] as const
  })
  const edges: readonly Edge[] = graph.edges()
  const ways = edges.map((edge): readonly Point[] => graph.edge(edge).points ?? [])
  return { width, height, boxes: new Map(boxes), ways }
}
