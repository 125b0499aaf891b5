import type { ActiveCheck, Judgement } from '../session/check.ts'
import { each, requireBaseline, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { allStreams, allStreamsAndTools, liveStreams, replays } from './all-streams.ts'
import { dagTurn } from './turns.ts'
import { cursorsOf, type Frame, framesIn, framesOf, hasEvents, type Stream } from './stream.ts'

/** A kind of streams: how a run gets them, and which streams of other clients belong to it. */
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
    run: async (session) => each(await source.streams(session), judge),
    judgement: {
      applies: (exchange) =>
        isTurnStream(exchange) && isEnough(exchange) && source.includes(streamOf(exchange)),
      verify: (exchange) => judge(streamOf(exchange)),
    },
  })

/** Judges each completely known stream alone, in a run or in the traffic of other clients. */
export const judging = judgingThose(isWhole)

/** Judges each stream, also an incomplete one, by a rule that any part of it can break. */
export const judgingParts = judgingThose(() => true)

/** Judges each event of a type, stream by stream; skipped if a stream has none. */
export const judgingEvents = (
  type: string,
  verify: (frame: Frame, stream: Stream) => unknown,
  source: StreamSource = inAll,
): Judging =>
  judgingParts(source, (stream) => {
    const frames = framesOf(stream, type)
    if (frames.length === 0) skip(`${stream.name} has no ${type} event`)
    return frames.map((frame) => verify(frame, stream))
  })

const turnPath = /^\/api\/(react|dag|auto)$/
const resumePath = '/api/chat/resume'

/** Whether an exchange is a stream of a turn, or its replay. */
export const isTurnStream = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' &&
  (turnPath.test(exchange.request.path) || exchange.request.path === resumePath) &&
  hasEvents(exchange)

/** The stream that was parsed last: some sixty rules judge the same one, one after the other. */
let latest: Stream | undefined

/** The stream of any exchange with events. */
export function streamOf(exchange: Exchange): Stream {
  if (latest?.exchange === exchange) return latest
  const { method, path } = exchange.request
  latest = {
    name: `${method} ${path}`,
    live: path !== resumePath,
    exchange,
    frames: framesIn(exchange),
  }
  return latest
}

/** A client may leave after the last event, but not before it. */
function isWhole({ ended, events }: Exchange): boolean {
  const last = events.at(-1)?.event
  return ended === 'closed' || last === 'end' || last === 'resume_done'
}

/** A replay to another client, with the earlier turns of the same conversation. */
export type ReplaySeen = {
  readonly replay: Stream
  /** The cursor that was asked for. */
  readonly after: number
  /** The newest turn. */
  readonly turn: Stream
  /** The newest full replay since that turn. */
  readonly full: Stream | undefined
  /** Whether no other turn was seen in the conversation. */
  readonly isOnlyTurn: boolean
}

/** The cursor of a resume. The specification requires one; without it, deployments take `-1`. */
const cursorAskedFor = ({ exchange }: Stream): number =>
  Number(member(exchange.request.body, 'cursor') ?? -1)

/** Judges a replay together with the turn before it in the same conversation. */
export const judgingReplay = (verify: (seen: ReplaySeen) => unknown): Judgement => ({
  applies: (exchange) => isTurnStream(exchange) && isWhole(exchange) && !streamOf(exchange).live,
  verify: (exchange, before) => {
    const streams = before.filter(isTurnStream).map(streamOf)
    const last = streams.findLastIndex(({ live }) => live)
    const turn = streams[last]
    if (turn === undefined || !isWhole(turn.exchange)) skip('the turn before it was not seen whole')
    const replay = streamOf(exchange)
    const full = streams.slice(last + 1).findLast((stream) => cursorAskedFor(stream) === -1)
    const isOnlyTurn = streams.filter(({ live }) => live).length === 1
    return verify({ replay, after: cursorAskedFor(replay), turn, full, isOnlyTurn })
  },
})
