import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { curlOf, exportLog } from '../console/pages/chat/timeline/export-log.ts'
import type { LoggedFrame, StreamLog } from '../console/pages/chat/timeline/stream-log.ts'
import { noFilter, timelineRows } from '../console/pages/chat/timeline/timeline-rows.ts'
import {
  moveSpan,
  placeOf,
  spanAround,
  spanBetween,
  ticksOf,
  zoomSpan,
} from '../console/pages/chat/timeline/time-axis.ts'
import { barOfStep, createWaterfall, kindOf } from '../console/pages/chat/timeline/waterfall.ts'
import { servedChat } from './console-chat-page.ts'
import { flawsOnScreens } from './console-screens.ts'
import { fingersOn, middleOf } from './fingers.ts'
import { foundBrowser } from './find-browser.ts'
import { longPlan } from './long-plan.ts'
import { connection, framesOf, type LoggedEvent } from './timeline-log.ts'

const call = { type: 'iteration', iteration: 1, tool: 'search', input: { q: 1 } }
const waterfallOf = (connections: StreamLog['connections'], frames: readonly LoggedFrame[]) =>
  createWaterfall()({ connections, frames })
const of = (step_id: string, event: string, more = {}) => ({ step_id, event, ...more })
const barsOf = (...told: readonly LoggedEvent[]) =>
  waterfallOf([], framesOf(...told)).bars.map(({ kind, label, from, to }) => [
    kind,
    label,
    from,
    to,
  ])

describe('a waterfall', () => {
  it('a waterfall shows thoughts, tools and the answer from their begin to their end', () => {
    const bars = barsOf(
      ['step', 10, { type: 'thinking', status: 'start' }],
      ['step', 20, { type: 'thinking', status: 'delta', thinking_delta: 'I' }],
      ['step', 30, { type: 'thinking', status: 'done', reasoning: 'I' }],
      ['step', 40, { ...call, status: 'start' }],
      ['step', 90, { ...call, status: 'done', observation: '3' }],
      ['answer', 100, { type: 'start' }],
      ['answer', 110, { type: 'delta', text: 'One' }],
    )
    expect(bars).toEqual([
      ['thinking', 'thinking', 10, 30],
      ['tool', 'search', 40, 90],
      ['answer', 'answer', 100, undefined],
    ])
  })

  it('a waterfall shows the phases and parallel steps of a plan, with their tools', () => {
    const bars = barsOf(
      ['phase', 0, { name: 'executing', status: 'start', round: 1 }],
      ['step_progress', 1, of('a', 'started', { task: 'Look' })],
      ['step_progress', 2, of('b', 'started', { task: 'Ask' })],
      ['step_progress', 3, of('a', 'iteration', { tool: 't', status: 'start' })],
      ['step_progress', 7, of('a', 'iteration', { tool: 't', status: 'done' })],
      ['step_progress', 8, of('b', 'completed', { status: 'failed' })],
      ['step_progress', 9, of('a', 'completed', { status: 'completed' })],
      ['phase', 9, { name: 'executing', status: 'done', round: 1 }],
    )
    expect(bars).toEqual([
      ['phase', 'executing', 0, 9],
      ['step', 'Look', 1, 9],
      ['step', 'Ask', 2, 8],
      ['tool', 't', 3, 7],
    ])
  })

  it('a step of a plan leads to its bar, of the round that it belongs to', () => {
    const waterfall = waterfallOf(
      [],
      framesOf(
        ['phase', 0, { name: 'executing', status: 'start', round: 1 }],
        ['step_progress', 1, of('a', 'started', { task: 'Look' })],
        ['step_progress', 2, of('a', 'completed', { status: 'failed' })],
        ['phase', 3, { name: 'executing', status: 'start', round: 2 }],
        ['step_progress', 4, of('a', 'started', { task: 'Look again' })],
      ),
    )
    expect(barOfStep(waterfall, { round: 1, id: 'a' })).toMatchObject({ label: 'Look', row: 2 })
    expect(barOfStep(waterfall, { round: 2, id: 'a' })).toMatchObject({ label: 'Look again' })
    expect(barOfStep(waterfall, { round: 2, id: 'b' })).toBeUndefined()
  })

  it('a waterfall reads the names of fields that a deployed version has', () => {
    const deployed = { type: 'iteration', iteration: 1, tool_name: 'calculator', tool_args: {} }
    const { bars } = waterfallOf(
      [],
      framesOf(
        ['phase', 10, { phase: 'selecting_tools', total_tools: 22 }],
        ['step', 20, { ...deployed, status: 'start' }],
        ['step', 30, { ...deployed, status: 'done' }],
        ['phase', 35, { status: 'start' }],
        ['answer', 40, { status: 'start' }],
        ['answer', 50, { status: 'delta', content: 'With' }],
        ['answer', 60, { status: 'done' }],
        ['suggestions', 90, { items: [] }],
      ),
    )
    expect(bars.map(({ label, from, to, deltas }) => [label, from, to, deltas])).toEqual([
      ['selecting_tools (22 tools)', 10, 10, 0],
      ['calculator', 20, 30, 0],
      ['answer', 40, 60, 1],
    ])
  })

  it('an approval takes the time until the agent goes on', () => {
    const asked = { confirmation_id: 'c', tool_name: 'pay', arguments: {} }
    expect(
      barsOf(
        ['awaiting_confirmation', 10, asked],
        ['heartbeat', 20, {}],
        ['awaiting_confirmation', 30, asked],
        ['step', 50, { ...call, status: 'start' }],
      ),
    ).toEqual([
      ['approval', 'approval of pay', 10, 50],
      ['tool', 'search', 50, undefined],
    ])
  })

  it('a cut is marked until the resume, and repeated events add no bar', () => {
    const frames = framesOf(
      ['step', 40, { ...call, status: 'start' }],
      ['step', 200, { ...call, status: 'start' }, { connection: 2, isDelivered: false }],
      ['step', 210, { ...call, status: 'done' }, { connection: 2 }],
    )
    const { bars, breaks, end } = waterfallOf(
      [
        connection(1, { endedAt: 100, ending: 'cut' }),
        connection(2, { startedAt: 150, openedAt: 180, endedAt: 300, ending: 'ended' }),
      ],
      frames,
    )
    expect(breaks).toEqual([{ connection: 1, from: 100, to: 180, label: 'You cut it' }])
    expect(bars.map(({ kind, from, to, isFailed }) => [kind, from, to, isFailed])).toEqual([
      ['request', 0, 100, true],
      ['tool', 40, 210, false],
      ['request', 150, 300, false],
    ])
    expect(end).toBe(300)
  })

  it('a growing log gives the same waterfall as the whole log, and reads each event once', () => {
    const whole = framesOf(
      ['answer', 1, { type: 'start' }],
      ...Array.from({ length: 500 }, (_, at): LoggedEvent => [
        'answer',
        at,
        { type: 'delta', text: 'a' },
      ]),
    )
    let reads = 0
    const watched = whole.map((frame) =>
      Object.defineProperty({ ...frame }, 'payload', { get: () => (reads++, frame.payload) }),
    )
    const frames: LoggedFrame[] = []
    const toWaterfall = createWaterfall()
    let last
    for (const frame of watched) {
      frames.push(frame)
      last = toWaterfall({ connections: [], frames })
    }
    expect(last).toEqual(waterfallOf([], whole))
    expect(last?.bars[0]?.deltas).toBe(500)
    expect(reads).toBe(501)
  })
})

describe('a time axis', () => {
  it('zooming keeps the chosen time, and never leaves the turn', () => {
    expect(zoomSpan({ from: 0, to: 100 }, 2, 100, 0.5)).toEqual({ from: 25, to: 75 })
    expect(zoomSpan({ from: 0, to: 100 }, 2, 100, 0)).toEqual({ from: 0, to: 50 })
    expect(zoomSpan({ from: 50, to: 100 }, 0.1, 100)).toEqual({ from: 0, to: 100 })
    expect(moveSpan({ from: 50, to: 100 }, 0.5, 100)).toEqual({ from: 50, to: 100 })
    expect(moveSpan({ from: 50, to: 100 }, -0.5, 100)).toEqual({ from: 25, to: 75 })
    expect(spanAround(1000, 1400, 5000)).toEqual({ from: 400, to: 2000 })
  })

  it('a selected part lies between two places, in any order, and within the turn', () => {
    expect(spanBetween({ from: 100, to: 200 }, 0.8, 0.2, 1000)).toEqual({ from: 120, to: 180 })
    expect(spanBetween({ from: 0, to: 1000 }, 0.5, 0.5, 1000)).toEqual({ from: 500, to: 505 })
  })

  it('the labels of an axis are round times', () => {
    expect(ticksOf({ from: 0, to: 2100 }, 4)).toEqual([0, 1000, 2000])
    expect(ticksOf({ from: 130, to: 190 }, 4)).toEqual([140, 160, 180])
  })

  it('a bar is placed in the shown part', () => {
    const span = { from: 100, to: 200 }
    expect(placeOf(span, { from: 0, to: 150 })).toEqual({ left: 0, width: 0.5 })
    expect(placeOf(span, { from: 250, to: 300 })).toBeUndefined()
  })
})

describe('the tools of a timeline', () => {
  const frames = framesOf(
    ['step', 1, { data: { type: 'thinking', status: 'delta', thinking_delta: 'Hm' }, cursor: 1 }],
    ['step', 2, { ...call, status: 'start' }],
    ['answer', 3, { type: 'delta', text: 'Parcel' }],
    ['done', 4, {}],
  )
  const log = { connections: [connection(1)], frames }

  it('events are filtered by kind and by text', () => {
    expect(frames.map(kindOf)).toEqual(['thinking', 'tool', 'answer', 'other'])
    const shown = (filter: object) =>
      timelineRows(log, { ...noFilter, ...filter }).flatMap((row) =>
        row.kind === 'frame' ? [row.frame.number] : [],
      )
    expect(shown({ kind: 'tool' })).toEqual([2])
    expect(shown({ text: 'parcel' })).toEqual([3])
    expect(shown({ hidesDeltas: true })).toEqual([2, 4])
  })

  it('a request as curl quotes its parts for a shell', () => {
    expect(curlOf(connection(1).request)).toBe(
      [
        `curl -N 'http://platform.test/api/react'`,
        `-H 'authorization: Bearer secret'`,
        `-d '{"q":"it'\\''s"}'`,
      ].join(' \\\n  '),
    )
  })

  it('an exported log has all events with their times, and no credential', () => {
    const text = exportLog(log, new Date('2026-01-01T00:00:00Z'))
    expect(text).not.toContain('secret')
    const { entries } = (JSON.parse(text) as { log: { entries: object[] } }).log
    expect(entries).toMatchObject([
      {
        startedDateTime: '2026-01-01T00:00:00.000Z',
        request: { method: 'POST', postData: { text: `{"q":"it's"}` } },
        _ending: 'open',
        _events: [{ at: 1 }, { at: 2 }, { at: 3, name: 'answer', delivered: true }, { at: 4 }],
      },
    ])
  })
})

describe.skipIf(foundBrowser === undefined)('the timeline', { timeout: 90_000 }, () => {
  const chatIn = servedChat()

  it('a turn that was cut shows as a waterfall, which leads to the cut and can be exported', async () => {
    const chat = await chatIn('waterfall')
    const { page, events, complaints } = chat
    await page.getByRole('button', { name: 'Show a turn being cut and resumed' }).click()
    await events.getByText('The whole turn:').waitFor()
    const waterfall = page.getByRole('region', { name: /^Waterfall/ })
    await waterfall.getByRole('button', { name: /^orders_lookup, tool, \d+ ms, from/ }).waitFor()
    expect(await waterfall.locator('.break-mark.is-resumed').count()).toBe(1)

    await events.evaluate((element) => {
      element.scrollTop = 0
    })
    const ticks = () => waterfall.locator('.waterfall-axis').innerText()
    const before = await ticks()
    await page.getByRole('button', { name: 'Go to the cut' }).click()
    await expect.poll(ticks).not.toBe(before)
    const cut = events.getByText('You cut it')
    const isVisible = () =>
      cut.evaluate((line) => {
        const [list, own] = [line.closest('[role=region]'), line.getBoundingClientRect()]
        const frame = list?.getBoundingClientRect()
        return frame !== undefined && own.top >= frame.top && own.bottom <= frame.bottom
      })
    await expect.poll(isVisible).toBe(true)
    await waterfall.press('0')
    await expect.poll(ticks).toBe(before)

    await page.getByRole('searchbox', { name: 'Filter events by text' }).fill('orders_lookup')
    await expect.poll(() => events.getByRole('group').count()).toBeLessThan(5)
    await page.getByRole('searchbox', { name: 'Filter events by text' }).fill('')

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const { log } = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
    expect(log.entries).toMatchObject([{ _ending: 'cut' }, { _ending: 'ended' }])
    expect(await flawsOnScreens(chat)).toEqual([])
    // A phone has no room for a wide timeline.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Wide' }).click()
    expect(await flawsOnScreens(chat)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('fingers zoom and move a plan and its waterfall, and a tap opens a step in both', async () => {
    const chat = await chatIn('fingers', {
      scenario: longPlan,
      context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      prepare: (control) => control('POST', 'director', { speed: 'max' }),
    })
    const { page, ask, turns, complaints } = chat
    const touch = await fingersOn(page)
    await ask('sixty steps')
    await turns.getByText('The answer is complete.').waitFor({ state: 'attached' })
    const graph = turns.getByRole('group', { name: /^Graph of the plan/ })
    const view = () => graph.locator('.plan-view').getAttribute('style')
    const scale = async () => Number(/scale\(([\d.]+)\)/.exec((await view()) ?? '')?.[1])
    await expect.poll(scale).toBeGreaterThan(0)
    await graph.evaluate((element) => element.scrollIntoView({ block: 'center' }))

    // One finger scrolls the turns, until two have zoomed into the graph.
    const whole = await view()
    const middle = await middleOf(graph)
    const top = () => turns.evaluate((element) => element.scrollTop)
    const before = await top()
    await touch.drag(middle, { x: 0, y: 60 })
    await expect.poll(top).toBeLessThan(before)
    expect(await view()).toBe(whole)
    const small = await scale()
    await touch.pinch(await middleOf(graph), 40, 160)
    await expect.poll(scale).toBeCloseTo(4 * small)
    expect(await page.evaluate('visualViewport.scale')).toBe(1)
    const zoomed = await view()
    const rest = await top()
    await touch.drag(await middleOf(graph), { x: 40, y: 0 })
    await expect.poll(view).not.toBe(zoomed)
    expect([await scale(), await top()]).toEqual([expect.closeTo(4 * small), rest])

    const opened = turns.locator('.plan-steps > .is-opened')
    const tapped = graph.locator('.plan-task').getByText('Check part 28 of')
    // A busy browser takes a slow tap for a long press.
    await expect.poll(() => tapped.tap().then(() => opened.count())).toBe(1)
    await opened.getByText('Part 28 is in order.').waitFor()
    await opened.getByRole('button', { name: 'Show in the timeline' }).click()
    await page
      .getByRole('button', { name: /^Check part 28 .*, step/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.locator('.is-revealed', { hasText: 'step_progress started' }).waitFor()

    // On the axis a finger selects a part, on the bars it moves the time, and two fingers zoom.
    const axis = page.locator('.waterfall-axis > div')
    const waterfall = page.getByRole('region', { name: /^Waterfall/ })
    const ticks = () =>
      axis.locator('span').evaluateAll((labels) => labels.map(({ outerHTML }) => outerHTML).join())
    const all = await ticks()
    const start = await middleOf(axis)
    await touch.drag(start, { x: 50, y: 0 })
    await expect.poll(ticks).not.toBe(all)
    const part = await ticks()
    await touch.drag(await middleOf(waterfall), { x: -30, y: 0 })
    await expect.poll(ticks).not.toBe(part)
    await page.getByRole('button', { name: 'Fit' }).click()
    await expect.poll(ticks).toBe(all)
    await touch.pinch({ ...(await middleOf(waterfall)), x: start.x }, 20, 100)
    await expect.poll(ticks).not.toBe(all)
    expect(complaints).toEqual([])
  })
})
