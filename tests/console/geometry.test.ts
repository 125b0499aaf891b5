import { describe, expect, it } from 'vitest'
import {
  moveSpan,
  barPosition,
  spanAround,
  spanBetween,
  ticksOf,
  zoomSpan,
} from '../../console/pages/chat/timeline/time-axis.ts'
import {
  fitView,
  followView,
  showsPartOfGraph,
  nextBox,
  panView,
  pinchView,
  smallestRow,
  type View,
  viewWithBox,
  zoomView,
} from '../../console/pages/chat/turn/plan-view.ts'
import { layoutPlan } from '../../console/pages/chat/turn/plan-layout.ts'
import { pinchOf, type Point } from '../../console/ui/points.ts'

/** The point of a graph that its view shows at a point of the pane. */
const pointAt = (at: Point, { x, y, scale }: View) => [(at.x - x) / scale, (at.y - y) / scale]

describe('the view of a plan', () => {
  const pane = { width: 600, height: 300 }
  const layout = {
    width: 2000,
    height: 1000,
    boxes: new Map([['far', { x: 1900, y: 900 }]]),
    edges: [],
  }

  it('the view of a plan shows all of a large plan, and does not enlarge a small one', () => {
    const view = fitView(layout, pane, 1)
    expect(view.scale).toBe(0.3)
    expect(view).toMatchObject({ x: 0, y: 0 })
    expect(fitView({ width: 100, height: 100 }, pane, 1)).toEqual({ scale: 1, x: 250, y: 100 })
  })

  it('the view of a plan follows the running step in a readable size, without empty edges', () => {
    const view = followView(layout, ['far'], pane, 1)
    expect(view.scale).toBe(0.75)
    expect(view.x).toBe(600 - 2000 * 0.75)
    expect(view.y).toBe(300 - 1000 * 0.75)
    expect(followView(layout, [], pane, 1)).toEqual(fitView(layout, pane, 1))
  })

  it('the view of a plan shows the larger group of running steps if they are at both ends', () => {
    const boxes = new Map([
      ['left', { x: 100, y: 500 }],
      ['right', { x: 1800, y: 480 }],
      ['too', { x: 1850, y: 520 }],
    ])
    const view = followView({ ...layout, boxes }, [...boxes.keys()], pane, 1)
    expect((view.x + 1825 * view.scale) / pane.width).toBeCloseTo(0.5, 0)
    expect(view.y + 500 * view.scale).toBe(pane.height / 2)
  })

  it.each([2, 3, 4])(
    'the view of a plan in a pane of %d rows cuts no row, whichever step runs',
    async (count) => {
      const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
      const chain = await layoutPlan(ids.map((id, at) => ({ id, deps: ids.slice(at - 1, at) })))
      const height = count * smallestRow
      for (const id of ids) {
        const { y, scale } = followView(chain, [id], { width: 600, height }, 1)
        const cut = [...chain.boxes.values()].filter((box) =>
          [0, height].some((edge) => Math.abs(edge - y - box.y * scale) < 31 * scale),
        )
        expect(cut).toEqual([])
        const place = y + (chain.boxes.get(id)?.y ?? 0) * scale
        expect(place > 0 && place < height).toBe(true)
      }
    },
  )

  it('zooming the view of a plan keeps the point under the pointer in its place', () => {
    const view = { x: 10, y: 20, scale: 1 }
    const zoomed = zoomView(view, 2, { x: 110, y: 70 })
    expect(zoomed).toEqual({ scale: 2, x: -90, y: -30 })
  })

  it('two fingers zoom the view of a plan around their middle, and move it', () => {
    const pinch = pinchOf(
      [
        { x: 100, y: 100 },
        { x: 200, y: 100 },
      ],
      [
        { x: 80, y: 120 },
        { x: 280, y: 120 },
      ],
    )
    expect(pinch).toEqual({ factor: 2, from: { x: 150, y: 100 }, to: { x: 180, y: 120 } })
    const view = { x: -100, y: -50, scale: 0.5 }
    const next = pinchView(view, pinch, layout, pane)
    expect(next.scale).toBe(1)
    expect(pointAt(pinch.to, next)).toEqual(pointAt(pinch.from, view))
    const touching = { x: 5, y: 5 }
    expect(pinchOf([touching, touching], [touching, { x: 15, y: 5 }]).factor).toBe(10)
  })

  it('the view of a plan is partial only if it does not show the whole plan', () => {
    expect(showsPartOfGraph(fitView(layout, pane, 1), layout, pane)).toBe(false)
    expect(showsPartOfGraph(followView(layout, ['far'], pane, 1), layout, pane)).toBe(true)
  })

  it('the view of a plan moves to a box that is out of sight, and does not move for a visible box', () => {
    const view = { x: 0, y: 0, scale: 1 }
    expect(viewWithBox(view, { x: 300, y: 100 }, layout, pane)).toBe(view)
    expect(viewWithBox(view, { x: 1000, y: 500 }, layout, pane)).toEqual({
      x: -700,
      y: -350,
      scale: 1,
    })
  })

  it('arrow keys lead from a box of a plan to its neighbour, or to the nearest box of the next row', () => {
    const boxes = new Map([
      ['a', { x: 100, y: 0 }],
      ['b', { x: 300, y: 0 }],
      ['c', { x: 120, y: 100 }],
      ['d', { x: 310, y: 100 }],
      ['e', { x: 100, y: 200 }],
    ])
    const from = (id: string, x: -1 | 0 | 1, y: -1 | 0 | 1) => nextBox({ boxes }, id, { x, y })
    expect(from('a', 1, 0)).toBe('b')
    expect(from('a', -1, 0)).toBeUndefined()
    expect(from('a', 0, 1)).toBe('c')
    expect(from('b', 0, 1)).toBe('d')
    expect(from('e', 0, -1)).toBe('c')
    expect(from('e', 0, 1)).toBeUndefined()
  })

  it('the user cannot move the graph of a plan out of its pane', () => {
    const view = fitView(layout, pane, 1)
    const { x, y } = panView(view, { x: 5000, y: -5000 }, layout, pane)
    expect(x).toBe(600 - 40)
    expect(y).toBe(40 - 300)
  })
})

describe('a time axis', () => {
  it('zooming a time axis keeps the chosen time in its place, and never leaves the turn', () => {
    expect(zoomSpan({ from: 0, to: 100 }, 2, 100, 0.5)).toEqual({ from: 25, to: 75 })
    expect(zoomSpan({ from: 0, to: 100 }, 2, 100, 0)).toEqual({ from: 0, to: 50 })
    expect(zoomSpan({ from: 50, to: 100 }, 0.1, 100)).toEqual({ from: 0, to: 100 })
    expect(moveSpan({ from: 50, to: 100 }, 0.5, 100)).toEqual({ from: 50, to: 100 })
    expect(moveSpan({ from: 50, to: 100 }, -0.5, 100)).toEqual({ from: 25, to: 75 })
    expect(spanAround(1000, 1400, 5000)).toEqual({ from: 400, to: 2000 })
  })

  it('a selected part of a time axis lies between two points, in any order, and within the turn', () => {
    expect(spanBetween({ from: 100, to: 200 }, 0.8, 0.2, 1000)).toEqual({ from: 120, to: 180 })
    expect(spanBetween({ from: 0, to: 1000 }, 0.5, 0.5, 1000)).toEqual({ from: 500, to: 505 })
  })

  it('the labels of a time axis are round times', () => {
    expect(ticksOf({ from: 0, to: 2100 }, 4)).toEqual([0, 1000, 2000])
    expect(ticksOf({ from: 130, to: 190 }, 4)).toEqual([140, 160, 180])
  })

  it('a bar of a waterfall is cut at the edges of the shown time span, and is not drawn outside of it', () => {
    const span = { from: 100, to: 200 }
    expect(barPosition(span, { from: 0, to: 150 })).toEqual({ left: 0, width: 0.5 })
    expect(barPosition(span, { from: 250, to: 300 })).toBeUndefined()
  })
})
