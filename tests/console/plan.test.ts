import { describe, expect, it } from 'vitest'
import {
  collapseCompletedSteps,
  describeProgress,
  type PlanNode,
} from '../../console/pages/chat/turn/plan-groups.ts'
import {
  curvePath,
  layoutPlan,
  removeRedundantEdges,
} from '../../console/pages/chat/turn/plan-layout.ts'
import type { PlanStep, PlanStepState } from '../../console/pages/chat/turn/turn-state.ts'
import { servedChat } from './chat-page.ts'
import { flawsOnScreens } from './screens.ts'
import { isProving } from '../support/proving.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { longPlan, longSteps } from '../support/long-plan.ts'

const step = (id: string, state: PlanStepState, ...deps: string[]): PlanStep => ({
  id,
  task: `Task ${id}`,
  deps,
  state,
  thinking: '',
  calls: [],
  result: undefined,
  seconds: undefined,
})

const joined = (nodes: readonly PlanNode[]) =>
  nodes.map(({ steps, deps }) => [steps.map(({ id }) => id).join(), deps.length])

describe('the groups of a plan', () => {
  it('the graph of a plan joins completed steps that depend on each other into one box', () => {
    const steps = [
      step('a', 'completed'),
      step('b', 'completed'),
      step('c', 'completed', 'a', 'b'),
      step('d', 'running', 'c'),
      step('e', 'waiting', 'd', 'a'),
    ]
    const nodes = collapseCompletedSteps(steps)
    expect(joined(nodes)).toEqual([
      ['a,b,c', 0],
      ['d', 1],
      ['e', 2],
    ])
    expect(nodes[1]?.deps).toEqual([nodes[0]?.id])
  })

  it('the graph of a plan never joins completed steps around a failed step, which would make a cycle', () => {
    const nodes = collapseCompletedSteps([
      step('a', 'completed'),
      step('b', 'completed', 'a'),
      step('c', 'completed', 'b'),
      step('x', 'failed', 'c'),
      step('d', 'completed', 'x', 'a'),
    ])
    expect(joined(nodes)).toEqual([
      ['a,b,c', 0],
      ['x', 1],
      ['d', 2],
    ])
  })

  it('the graph of a plan keeps separate boxes for fewer than three completed steps, and for unconnected steps', () => {
    const nodes = collapseCompletedSteps([
      step('a', 'completed'),
      step('b', 'completed', 'a'),
      step('c', 'completed'),
      step('d', 'running', 'b'),
    ])
    expect(joined(nodes).map(([ids]) => ids)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('the progress text of a plan names only the states that occur', () => {
    const steps = [step('a', 'completed'), step('b', 'running', 'a'), step('c', 'waiting', 'b')]
    expect(describeProgress(steps)).toBe('1 of 3 done, 1 running')
  })
})

describe('the lines of a plan', () => {
  it('the graph of a plan has no line for a dependency that other dependencies imply', () => {
    const steps = [
      { id: 'a', deps: [] },
      { id: 'b', deps: ['a'] },
      { id: 'c', deps: ['a', 'b'] },
    ]
    expect(removeRedundantEdges(steps).map(({ deps }) => deps)).toEqual([[], ['a'], ['b']])
  })

  it('the graph of a plan can show steps that depend on each other in a circle', async () => {
    const circle = [
      { id: 'a', deps: ['b'] },
      { id: 'b', deps: ['a'] },
    ]
    expect((await layoutPlan(circle)).boxes.size).toBe(2)
  })

  it('the graph of a plan with sixty steps has lines that start and end at the boxes of their steps', async () => {
    const steps = longSteps.map(({ id, after = [] }) => ({ id, deps: after }))
    const { boxes, edges, width, height } = await layoutPlan(steps)
    expect(boxes.size).toBe(60)
    for (const { from, to, points } of edges) {
      const [first, last] = [points[0], points.at(-1)]
      const [start, end] = [boxes.get(from), boxes.get(to)]
      if (!first || !last || !start || !end) throw new Error('A line has no ends.')
      expect(Math.abs(first.y - start.y)).toBeLessThanOrEqual(33)
      expect(Math.abs(last.y - end.y)).toBeLessThanOrEqual(33)
      for (const { x, y } of points) {
        expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true)
      }
    }
  })

  it('a line in the graph of a plan is a curve that ends at its last point', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 0, y: 10 },
      { x: 20, y: 30 },
    ]
    expect(curvePath(points)).toBe('M0 0Q0 10 20 30')
    expect(curvePath(points.slice(0, 2))).toBe('M0 0L0 10')
    expect(curvePath([])).toBe('')
  })
})

describe.skipIf(foundBrowser === undefined)('a plan of sixty steps', { timeout: 180_000 }, () => {
  const chatIn = servedChat()

  it.runIf(isProving)(
    'the graph of a plan with sixty steps follows the running steps, zooms, and is readable as a list',
    async () => {
      const chat = await chatIn('sixty', { scenario: longPlan })
      const { ask, turns, complaints } = chat
      await ask('sixty steps')
      const graph = turns.getByRole('group', { name: /^Graph of the plan/ })
      await turns.getByText(/\d\d of 60 done, \d running/).waitFor()
      // Completed steps are collapsed, and the running ones are in view although the chat scrolls.
      await graph
        .getByText(/\d+ steps done/)
        .first()
        .waitFor()
      expect(await graph.locator('.plan-box').count()).toBeLessThan(60)
      const pane = await turns.boundingBox()
      const box = await graph.boundingBox()
      expect(box && pane && box.y >= pane.y - 1 && box.y + box.height <= pane.y + pane.height).toBe(
        true,
      )
      await turns.getByText('The answer is complete.').waitFor({ state: 'attached' })

      // At the end, all steps fit.
      await expect.poll(() => graph.locator('.plan-box.is-completed').count()).toBe(60)
      const scale = async () =>
        Number(
          /scale\(([\d.]+)\)/.exec(
            (await graph.locator('.plan-view').getAttribute('style')) ?? '',
          )?.[1],
        )
      const whole = await scale()
      await graph.press('+')
      await expect.poll(scale).toBeCloseTo(whole * 1.25)
      const place = () => graph.locator('.plan-view').getAttribute('style')
      const before = await place()
      await graph.press('ArrowRight')
      await expect.poll(place).not.toBe(before)
      await turns.getByRole('button', { name: 'Fit' }).click()
      await expect.poll(scale).toBeCloseTo(whole)

      const list = turns.locator('details').filter({ hasText: 'Done: 60 steps' })
      await list.locator('summary').first().click()
      await expect.poll(() => list.getByRole('listitem').count()).toBe(50)
      expect(await flawsOnScreens(chat)).toEqual([])
      expect(complaints).toEqual([])
    },
  )
})
