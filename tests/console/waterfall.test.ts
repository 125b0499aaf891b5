import { describe, expect, it } from 'vitest'
import { curlOf, exportLog } from '../../console/pages/chat/timeline/export-log.ts'
import type { LoggedFrame, StreamLog } from '../../console/pages/chat/timeline/stream-log.ts'
import { createTimelineRows, noFilter } from '../../console/pages/chat/timeline/timeline-rows.ts'
import {
  barOfStep,
  eventKindOf,
  toWaterfall,
  turnOfLog,
} from '../../console/pages/chat/timeline/waterfall.ts'
import { reduceTurn } from '../../console/pages/chat/turn/reduce-turn.ts'
import { newTurn } from '../../console/pages/chat/turn/turn-state.ts'
import { readEvent } from '../../client/events/read-event.ts'
import { connection, framesOf, type LoggedEvent } from './timeline-log.ts'

const call = { type: 'iteration', iteration: 1, tool: 'search', input: { q: 1 } }
const waterfallOf = (connections: StreamLog['connections'], frames: readonly LoggedFrame[]) =>
  toWaterfall({ connections, frames }, turnOfLog({ frames }).spans)
const of = (step_id: string, event: string, more = {}) => ({ step_id, event, ...more })
const barsOf = (...events: readonly LoggedEvent[]) =>
  waterfallOf([], framesOf(...events)).bars.map(({ kind, label, from, to }) => [
    kind,
    label,
    from,
    to,
  ])

describe('a waterfall', () => {
  it('a waterfall shows bars for thoughts, tools and the answer from their start to their end', () => {
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

  it('a step of a plan leads to its own bar in a waterfall, also if another round has the same step id', () => {
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

  it('a waterfall also reads events that have the field names of a deployed version', () => {
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

  it('the bar of an approval in a waterfall lasts until the agent continues', () => {
    const asked = { confirmation_id: 'c', tool_name: 'pay', arguments: {} }
    expect(
      barsOf(
        ['awaiting_confirmation', 10, asked],
        ['heartbeat', 20, {}],
        ['awaiting_confirmation', 30, asked],
        ['inject', 40, { type: 'inject', content: 'Please hurry.' }],
        ['step', 50, { ...call, status: 'start' }],
      ),
    ).toEqual([
      ['approval', 'approval of pay', 10, 50],
      ['tool', 'search', 50, undefined],
    ])
  })

  it('a waterfall marks a cut until the resume, and adds no bar for repeated events', () => {
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

  it('a waterfall shows the same times for arriving events as for a complete log, and reads each event of a log once', () => {
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
    const { spans } = turnOfLog({ frames: watched })
    expect(reads).toBe(501)
    const live = whole.reduce(
      (turn, { name, payload, at, number: row }) =>
        reduceTurn(turn, readEvent({ name, data: JSON.parse(payload), cursor: row }), { at, row }),
      newTurn('Why?'),
    )
    expect(live.spans).toEqual(spans)
    expect(live.answer).toHaveLength(500)
    expect(spans).toMatchObject([{ kind: 'answer', from: 1, to: undefined, deltas: 500, row: 1 }])
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

  it('the events of a timeline can be filtered by kind and by text', () => {
    expect(frames.map(eventKindOf)).toEqual(['thinking', 'tool', 'answer', 'other'])
    const shown = (filter: object) =>
      createTimelineRows()(log, { ...noFilter, ...filter }).flatMap((row) =>
        row.kind === 'frame' ? [row.frame.number] : [],
      )
    expect(shown({ kind: 'tool' })).toEqual([2])
    expect(shown({ text: 'parcel' })).toEqual([3])
    expect(shown({ hidesDeltas: true })).toEqual([2, 4])
    const spaced = framesOf(['answer', 1, {}, { payload: '{"type": "delta", "text": "Parcel"}' }])
    const rows = createTimelineRows()(
      { ...log, frames: spaced },
      { ...noFilter, hidesDeltas: true },
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['head', 'end'])
  })

  it('a request that is copied as a curl command is quoted for a shell', () => {
    expect(curlOf(connection(1).request)).toBe(
      [
        `curl -N 'http://platform.test/api/react'`,
        `-H 'authorization: Bearer secret'`,
        `-d '{"q":"it'\\''s"}'`,
      ].join(' \\\n  '),
    )
  })

  it('an exported log of a turn has all events with their times, and no credential', () => {
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
