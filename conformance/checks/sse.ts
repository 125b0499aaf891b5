import type { Exchange } from '../session/exchange.ts'
import { checks, judgingReply, turnPlan } from '../session/check.ts'
import { assert, skip } from '../session/assertions.ts'
import { eventLabel, type Stream, isStream, describeResponse } from '../stream/stream.ts'
import { liveStreams } from '../stream/all-streams.ts'
import {
  inAll,
  inTurns,
  judgingAnyStreams,
  judgingCompleteStreams,
  streamOf,
} from '../stream/judging.ts'
import { dagTurn, reactTurn } from '../stream/turns.ts'

const listedEvents = new Set([
  'step',
  'step_progress',
  'phase',
  'compact',
  'answer',
  'done',
  'suggestions',
  'title',
  'end',
  'resume_done',
])

// In a shorter turn, all events may arrive together by chance, even if they are not buffered.
const longEnoughMs = 3000

/** Whether an exchange is from a recording that stored no times, only the whole stream. */
const lacksTimes = (exchange: Exchange): boolean =>
  'frames' in exchange && !(Array.isArray(exchange.frames) && exchange.frames.length > 0)

const framing = { ...turnPlan, rule: 'events.framing' } as const

/** Checks of the wire format of streams (6, 1.G1), in every turn and every replay. */
export const sseChecks = checks(framing, {
  'sse.react-is-an-event-stream': {
    rule: 'chat.react-streams',
    detects: ['events.content-type'],
    run: async (session) => checkStream((await assert.setUpSucceeds(reactTurn(session))).stream),
    judgement: judgingReply('POST /api/react', (exchange) => checkStream(streamOf(exchange))),
  },
  'sse.dag-is-an-event-stream': {
    rule: 'chat.dag-streams',
    detects: ['events.content-type'],
    run: async (session) => checkStream((await assert.setUpSucceeds(dagTurn(session))).stream),
    judgement: judgingReply('POST /api/dag', (exchange) => checkStream(streamOf(exchange))),
  },
  'sse.every-event-has-a-name': {
    ...judgingAnyStreams(inAll, ({ frames, exchange }) => {
      const nameless = frames.find(({ type }) => type === undefined)
      const got = `an event without this line: ${nameless?.raw.data}`
      assert.holds(nameless === undefined, 'a line `event:` in every event', got, exchange)
    }),
  },
  'sse.every-event-has-data': {
    ...judgingAnyStreams(inAll, ({ frames, exchange }) => {
      const empty = frames.find(({ raw }) => raw.dataLines === 0)
      const got = `none in ${empty && eventLabel(empty)}`
      assert.holds(empty === undefined, 'a line `data:` in every event', got, exchange)
    }),
  },
  'sse.data-is-json': {
    ...judgingAnyStreams(inAll, ({ frames, exchange }) => {
      const broken = frames.find(({ payload, raw }) => raw.dataLines > 0 && payload === undefined)
      assert.holds(broken === undefined, 'JSON as data', `${broken?.raw.data}`, exchange)
    }),
  },
  'sse.one-data-line-per-event': {
    level: 'should',
    ...judgingAnyStreams(inAll, ({ frames, exchange }) => {
      const many = frames.find(({ raw }) => raw.dataLines > 1)
      const got = `${many?.raw.dataLines} in ${many && eventLabel(many)}`
      assert.holds(many === undefined, 'one line `data:` per event', got, exchange)
    }),
  },
  'sse.event-types-are-listed': {
    level: 'should',
    rule: 'events.types',
    detects: ['events.unlisted'],
    ...judgingAnyStreams(inTurns, ({ frames, exchange }) => {
      const unlisted = frames
        .map(({ type }) => type ?? '')
        .filter((type) => !listedEvents.has(type))
      const got = `also ${[...new Set(unlisted)].join(', ')}`
      assert.holds(unlisted.length === 0, 'only event types of the table', got, exchange)
    }),
  },
  'sse.no-resume-done-in-a-turn': {
    level: 'should',
    rule: 'events.types',
    ...judgingAnyStreams(inTurns, ({ frames, exchange }) => {
      const strays = frames.filter(({ type }) => type === 'resume_done').length
      assert.holds(strays === 0, 'no resume_done in a live stream', `${strays}`, exchange)
    }),
  },
  'sse.events-arrive-while-the-turn-runs': {
    level: 'should',
    rule: 'events.progress',
    ...judgingCompleteStreams(inTurns, ({ name, frames, exchange }) => {
      if (lacksTimes(exchange)) skip('the recording has no times of events')
      if (exchange.ms <= longEnoughMs) skip(`${name} took no longer than ${longEnoughMs} ms`)
      const first = frames[0]?.raw.at ?? exchange.ms
      const got = `the first event after ${first} of ${exchange.ms} ms; a proxy may buffer`
      assert.holds(first < exchange.ms / 2, 'events while the turn runs', got, exchange)
    }),
  },
  'sse.headers-and-times': {
    level: 'observe',
    detects: ['events.content-type'],
    run: async (session) => (await liveStreams(session)).map(streamFacts),
  },
})

function checkStream({ exchange, frames }: Stream): void {
  const got = describeResponse(exchange)
  assert.holds(isStream(exchange), '200 with text/event-stream', got, exchange)
  assert.holds(frames.length > 0, 'at least one event', 'none', exchange)
}

function streamFacts({ name, exchange, frames }: Stream): object {
  const times = frames.map(({ raw }) => raw.at)
  const gaps = times.map((at, index) => at - (times[index - 1] ?? 0))
  return {
    name,
    'events.content-type': exchange.headers.get('content-type')?.includes('charset')
      ? 'charset'
      : 'plain',
    'cache-control': exchange.headers.get('cache-control'),
    'events.unlisted': [...new Set(frames.map(({ type }) => type ?? ''))].filter(
      (type) => !listedEvents.has(type),
    ),
    firstEventMs: times[0],
    largestGapMs: Math.max(0, ...gaps),
    ms: exchange.ms,
  }
}
