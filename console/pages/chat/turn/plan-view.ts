import { boxSize, graphMargin, type PlanLayout, rowGap } from './plan-layout.ts'
import type { Pinch, Point } from '../../../ui/points.ts'

/** The part of a graph that a pane shows: the position of the graph in the pane, and its scale. */
export type View = { readonly x: number; readonly y: number; readonly scale: number }

export type Size = { readonly width: number; readonly height: number }

/** Below this scale, the texts in the boxes can't be read. */
const minReadableScale = 0.75
/** The height of a row in the smallest readable size, in pixels. A pane shows whole rows. */
export const smallestRow = (boxSize.height + rowGap) * minReadableScale
/** Below this scale, the boxes show icons instead of texts. */
export const maxIconScale = 0.45

const scaleRange = { least: 0.05, most: 3 }

const clamp = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), Math.max(least, most))

/** Returns a view of the whole graph. The scale is at most `pageScale`, the scale of the page. */
export function fitView(graph: Size, pane: Size, pageScale: number): View {
  const scale = Math.min(pageScale, pane.width / graph.width, pane.height / graph.height)
  return centreView({ x: graph.width / 2, y: graph.height / 2 }, pane, scale)
}

/**
 * Returns a view of the whole graph if the boxes are readable, or else of the given steps.
 * If the steps are too far apart, the view shows the largest group that fits.
 */
export function followView(
  layout: PlanLayout,
  ids: readonly string[],
  pane: Size,
  pageScale: number,
): View {
  const wholeView = fitView(layout, pane, pageScale)
  const points = ids.flatMap((id) => layout.boxes.get(id) ?? [])
  if (points.length === 0 || wholeView.scale >= pageScale * minReadableScale) return wholeView
  const scale = pageScale * minReadableScale
  const group = largestGroup(points, pane, scale)
  const xs = group.map(({ x }) => x)
  const ys = group.map(({ y }) => y)
  const middle = {
    x: (Math.min(...xs) + Math.max(...xs)) / 2,
    y: (Math.min(...ys) + Math.max(...ys)) / 2,
  }
  return showFirstRow(keepInPane(centreView(middle, pane, scale), layout, pane), layout)
}

/** If the upper edge of the pane cuts through a row, moves the graph down to show the whole row. */
function showFirstRow(view: View, { boxes }: PlanLayout): View {
  const top = -view.y / view.scale
  const cut = [...boxes.values()].find(({ y }) => Math.abs(y - top) < boxSize.height / 2)
  return cut === undefined
    ? view
    : { ...view, y: (boxSize.height / 2 + graphMargin - cut.y) * view.scale }
}

/**
 * Centers the pane at each of the points, and returns the points of the boxes in the fullest pane.
 */
function largestGroup(points: readonly Point[], pane: Size, scale: number): readonly Point[] {
  const reach = {
    x: (pane.width / scale - boxSize.width) / 2,
    y: (pane.height / scale - boxSize.height) / 2,
  }
  return points
    .map((middle) =>
      points.filter(
        ({ x, y }) =>
          (x === middle.x && y === middle.y) ||
          (Math.abs(x - middle.x) <= reach.x && Math.abs(y - middle.y) <= reach.y),
      ),
    )
    .reduce((best, group) => (group.length > best.length ? group : best))
}

/** Scales a view by a factor. The content at the point `at` of the pane stays there. */
export function zoomView(view: View, factor: number, at: Point): View {
  const scale = clamp(view.scale * factor, scaleRange.least, scaleRange.most)
  const change = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * change, y: at.y - (at.y - view.y) * change }
}

/** Zooms and moves a view by a pinch. The same part of the graph stays between the fingers. */
export function pinchView(view: View, { factor, from, to }: Pinch, graph: Size, pane: Size): View {
  const distance = { x: to.x - from.x, y: to.y - from.y }
  return panView(zoomView(view, factor, from), distance, graph, pane)
}

/** Moves the graph by a distance, but keeps at least 40 pixels of it in the pane. */
export function panView(view: View, by: Point, graph: Size, pane: Size): View {
  const rest = 40
  const limitAxis = (from: number, length: number, room: number) =>
    clamp(from, rest - length * view.scale, room - rest)
  return {
    ...view,
    x: limitAxis(view.x + by.x, graph.width, pane.width),
    y: limitAxis(view.y + by.y, graph.height, pane.height),
  }
}

/** Whether a view shows only a part of the graph. */
export const showsPartOfGraph = ({ scale }: View, graph: Size, pane: Size): boolean =>
  graph.width * scale > pane.width + 1 || graph.height * scale > pane.height + 1

const isWithin = (from: number, length: number, room: number) => from >= 0 && from + length <= room

/** Returns a view that shows a whole box: the given view, if it already shows the whole box. */
export function viewWithBox(view: View, at: Point, graph: Size, pane: Size): View {
  const { x, y, scale } = view
  const isSeen =
    isWithin(x + (at.x - boxSize.width / 2) * scale, boxSize.width * scale, pane.width) &&
    isWithin(y + (at.y - boxSize.height / 2) * scale, boxSize.height * scale, pane.height)
  return isSeen ? view : keepInPane(centreView(at, pane, scale), graph, pane)
}

/** The directions of the arrow keys in a graph. */
export const arrowDirections: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Returns the id of the next box in an arrow's direction; `undefined` if there is no further box. */
export function nextBox(
  { boxes }: Pick<PlanLayout, 'boxes'>,
  id: string,
  { x, y }: Point,
): string | undefined {
  const start = boxes.get(id)
  if (start === undefined) return undefined
  const distances = [...boxes].flatMap(([other, at]): [string, number][] => {
    const right = at.x - start.x
    const down = at.y - start.y
    const [ahead, beside] = y === 0 ? [right * x, down] : [down * y, right]
    const isAhead = y === 0 ? ahead > 0 && beside === 0 : ahead > 0
    // The distance between rows counts ten times as much as the distance within a row.
    return isAhead ? [[other, ahead * 10 + Math.abs(beside)]] : []
  })
  return distances.toSorted(([, one], [, other]) => one - other)[0]?.[0]
}

/** Whether at least a part of a box can be seen in the pane. */
export function isInPane({ x, y, scale }: View, at: Point, pane: Size): boolean {
  const [halfWidth, halfHeight] = [boxSize.width / 2, boxSize.height / 2]
  return (
    x + (at.x + halfWidth) * scale > 0 &&
    y + (at.y + halfHeight) * scale > 0 &&
    x + (at.x - halfWidth) * scale < pane.width &&
    y + (at.y - halfHeight) * scale < pane.height
  )
}

const centreView = ({ x, y }: Point, pane: Size, scale: number): View => ({
  scale,
  x: pane.width / 2 - x * scale,
  y: pane.height / 2 - y * scale,
})

/** Moves a graph so that the pane has no empty edge while the graph has more to show. */
function keepInPane(view: View, graph: Size, pane: Size): View {
  const limitAxis = (from: number, length: number, room: number) =>
    length * view.scale <= room
      ? (room - length * view.scale) / 2
      : clamp(from, room - length * view.scale, 0)
  return {
    ...view,
    x: limitAxis(view.x, graph.width, pane.width),
    y: limitAxis(view.y, graph.height, pane.height),
  }
}
