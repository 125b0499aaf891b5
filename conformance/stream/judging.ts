import { memoizeByObject } from '../../contract/memoize.ts'
import type { ActiveCheck, Judgement } from '../session/check.ts'
import { checkEach, requireBaseline, skip } from '../session/assertions.ts'
import { type Exchange, overlaps, resumePath, streamPaths } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { allStreams, allStreamsAndTools, liveStreams, replays } from './all-streams.ts'
import { dagTurn } from './turns.ts'
import {
  cursorsOf,
  type Frame,
  framesIn,
  framesOf,
  hasEvents,
  isCompleteStream,
  type Stream,
} from './stream.ts'

/** A kind of stream: `streams` returns those of a run, `includes` tests those of other clients. */
export type StreamSource = {
  readonly streams: (session: TestSession) => Promise<readonly Stream[]>
  readonly includes: (stream: Stream) => boolean
}

export const inTurns: StreamSource = { streams: liveStreams, includes: ({ live }) => live }
export const inReplays: StreamSource = { streams: replays, includes: ({ live }) => !live }
export const inAll: StreamSource = { streams: allStreams, includes: () => true }
export const inAllAndTools: StreamSource = { streams: allStreamsAndTools, includes: () => true }
export const inTurnsAndTools: StreamSource = {
  streams: async (session) => (await allStreamsAndTools(session)).filter(({ live }) => live),
  includes: ({ live }) => live,
}

export const inDagTurns: StreamSource = {
  streams: async (session) => [(await dagTurn(session)).stream],
  includes: ({ exchange }) => exchange.request.path === '/api/dag',
}

const hasCursors = ({ frames }: Stream): boolean => cursorsOf(frames).length > 0

/** Streams with at least one cursor; without cursors there is no order to check. */
export const inAllWithCursors: StreamSource = {
  streams: async (session) => {
    const streams = (await allStreams(session)).filter(hasCursors)
    requireBaseline(streams.length > 0, 'no event has a cursor')
    return streams
  },
  includes: hasCursors,
}

type Judging = Required<Pick<ActiveCheck, 'run' | 'judgement'>>

const judgingThose =
  (isEnough: (exchange: Exchange) => boolean) =>
  (source: StreamSource, judge: (stream: Stream) => unknown): Judging => ({
    run: async (session) => checkEach(await source.streams(session), judge),
    judgement: {
      applies: (exchange) =>
        isSpecifiedStream(exchange) && isEnough(exchange) && source.includes(streamOf(exchange)),
      verify: (exchange) => judge(streamOf(exchange)),
    },
  })

/** Creates a check that judges each complete stream, in a run or in traffic of other clients. */
export const judgingCompleteStreams = judgingThose(isCompleteStream)

/** Creates a check that judges each stream, also an incomplete one, because any part can fail. */
export const judgingAnyStreams = judgingThose(() => true)

/** Creates a check that judges each event of a type. Skips streams without such an event. */
export const judgingEvents = (
  type: string,
  verify: (frame: Frame, stream: Stream) => unknown,
  source: StreamSource = inAll,
): Judging =>
  judgingAnyStreams(source, (stream) => {
    const frames = framesOf(stream, type)
    if (frames.length === 0) skip(`${stream.name} has no ${type} event`)
    return frames.map((frame) => verify(frame, stream))
  })

/** Whether an exchange is the stream of a turn or a replay. */
export const isTurnStream = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' &&
  streamPaths.includes(exchange.request.path) &&
  hasEvents(exchange)

/** Whether the form of a stream is specified. The response of `/api/auto` is not. */
export const isSpecifiedStream = (exchange: Exchange): boolean =>
  isTurnStream(exchange) && exchange.request.path !== '/api/auto'

/** Converts an exchange to a stream. Cached, because about sixty rules judge each stream. */
export const streamOf = memoizeByObject((exchange: Exchange): Stream => {
  const { method, path } = exchange.request
  const live = path !== resumePath
  return { name: `${method} ${path}`, live, exchange, frames: framesIn(exchange) }
})

/** A replay that another client received, and the newest turn of the conversation before it. */
export type ReplaySeen = {
  readonly replay: Stream
  /** The cursor in the request; the replay has the events after it. */
  readonly after: number
  /**
   * The newest turn before the replay. Reading it skips the rule unless traffic shows all of it.
   */
  readonly turn: Stream
  /** The newest complete replay of all events of `turn`. Reading it can skip the rule, too. */
  readonly full: Stream | undefined
  /** Whether traffic showed no other turn of the conversation. */
  readonly isOnlyTurn: boolean
}

/** The cursor of a resume request; -1 if it is absent, because deployments use this default. */
export const cursorAskedFor = ({ exchange }: Stream): number =>
  Number(member(exchange.request.body, 'cursor') ?? -1)

/** Judges a replay together with the turn before it in the same conversation. */
export const judgingReplay = (verify: (seen: ReplaySeen) => unknown): Judgement => ({
  applies: (exchange) =>
    isTurnStream(exchange) && isCompleteStream(exchange) && !streamOf(exchange).live,
  verify: (exchange, seen) => {
    const streams = seen.streamsBefore(exchange).map(streamOf)
    const last = streams.findLastIndex(({ live }) => live)
    const wholeTurn = () => {
      // A recording may list a turn first, although the replay was requested while the turn ran.
      const isRunning = streams.some((one) => one.live && overlaps(one.exchange, exchange))
      const turn = isRunning ? skip('a turn ran during the replay') : streams[last]
      return turn !== undefined && isCompleteStream(turn.exchange)
        ? turn
        : skip('the turn before it was not seen whole')
    }
    const replay = streamOf(exchange)
    return verify({
      replay,
      after: cursorAskedFor(replay),
      get turn() {
        return wholeTurn()
      },
      get full() {
        const turn = wholeTurn()
        return streams
          .slice(last + 1)
          .findLast(
            (stream) =>
              cursorAskedFor(stream) === -1 &&
              isCompleteStream(stream.exchange) &&
              !overlaps(turn.exchange, stream.exchange),
          )
      },
      isOnlyTurn: streams.filter(({ live }) => live).length === 1,
    })
  },
})
