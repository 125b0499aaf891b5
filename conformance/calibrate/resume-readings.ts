import { isObject } from '../../contract/json.ts'
import { excerpt } from '../report/evidence.ts'
import type { Exchange } from '../session/exchange.ts'
import { type Frame, framesIn, isStream, turnFrames } from '../stream/stream.ts'
import { conversationInBody } from './known-conversations.ts'
import { callerOf, fieldsOf, isUnset } from './callers.ts'
import { pathOf } from '../../contract/exchange.ts'
import { requestHeader } from './sender.ts'
import { complaintAbout } from './complaints.ts'
import { anyErrorCode, isDenied, isInvalid, noOption, observed } from './look.ts'
import type { Readings } from './observer.ts'
import type { SeenTraffic } from './seen-traffic.ts'
import { isFullReplay } from './seen-turns.ts'
import { storedTurnsIn } from './stored-events.ts'
import { isTurn } from './turn-readings.ts'

const isResume = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' && pathOf(exchange) === '/api/chat/resume'

/** The events of a replay; empty for any other exchange. */
const replayIn = (exchange: Exchange): readonly Frame[] =>
  isResume(exchange) && isStream(exchange) ? framesIn(exchange) : []

const hasType = (frames: readonly Pick<Frame, 'type'>[], wanted: string): boolean =>
  frames.some(({ type }) => type === wanted)

/** A replay from the beginning that came to its own end. */
function wholeReplayIn(exchange: Exchange): readonly Frame[] | undefined {
  const frames = replayIn(exchange)
  return isFullReplay(exchange) && hasType(frames, 'resume_done') ? frames : undefined
}

/** Whether a live stream has the whole turn. */
const isWholeTurn = (exchange: Exchange): boolean =>
  isTurn(exchange) && isStream(exchange) && framesIn(exchange).at(-1)?.type === 'end'

/** An event of a stream, or as its message has it. */
type Event = Pick<Frame, 'type' | 'payload'>

const withoutCursor = ({ type, payload }: Event): string => JSON.stringify([type, payload])

/** The events of a turn that every deployment stores, without their cursors. */
const storedIn = (frames: readonly Event[]): readonly string[] =>
  frames.filter(({ type }) => storedTypes.has(type ?? '')).map(withoutCursor)

const storedTypes: ReadonlySet<string> = new Set(['step', 'phase', 'answer'])

/** Whether a replay has every stored event of a turn. */
function includesTurn(replay: readonly Event[], turn: readonly Event[]): boolean {
  const replayed = new Set(storedIn(replay))
  const stored = storedIn(turn)
  return stored.length > 0 && stored.every((event) => replayed.has(event))
}

/** The events of a turn that was seen whole. */
const wholeTurnIn = (exchange: Exchange | undefined): readonly Frame[] | undefined =>
  exchange !== undefined && isWholeTurn(exchange) ? framesIn(exchange) : undefined

/** The newest turn before a replay, if it was seen whole and the replay has its events. */
function replayedTurn(
  exchange: Exchange,
  replay: readonly Frame[],
  before: SeenTraffic,
): readonly Frame[] | undefined {
  const turn = wholeTurnIn(before.turns.before(exchange).turn)
  return turn !== undefined && includesTurn(replay, turn) ? turn : undefined
}

const cursorIn = (exchange: Exchange): unknown => fieldsOf(exchange)['cursor']

/** Responses to a resume (4.2, 6), from any exchange. */
export const resumeReadings = {
  'resume.frame': (exchange) => {
    const frames = turnFrames(replayIn(exchange))
    if (frames.length === 0) return undefined
    if (!frames.some(({ carriers }) => carriers.includes('wrapper')))
      return observed(exchange, 'live')
    return { ...observed(exchange, 'wrapped'), given: { 'events.cursor-carrier': unwrapped } }
  },
  'resume.end-replayed': (exchange, before) => {
    const frames = wholeReplayIn(exchange)
    if (frames === undefined) return undefined
    if (hasType(frames, 'end')) return observed(exchange, 'yes')
    const isOver = hasType(frames, 'done') || replayedTurn(exchange, frames, before) !== undefined
    return isOver ? observed(exchange, 'no') : undefined
  },
  'resume.done-stored': (exchange, before) => {
    const frames = wholeReplayIn(exchange)
    if (frames === undefined) return undefined
    if (hasType(frames, 'done')) return observed(exchange, 'yes')
    // A turn that failed has no `done`.
    const turn = replayedTurn(exchange, frames, before)
    return turn !== undefined && hasType(turn, 'done') ? observed(exchange, 'no') : undefined
  },
  'resume.done-payload': (exchange) => {
    const closing = replayIn(exchange).find(({ type }) => type === 'resume_done')
    if (closing === undefined) return undefined
    const fields = isObject(closing.payload) ? Object.keys(closing.payload) : []
    if (fields.includes('replayed')) return observed(exchange, 'counts')
    return isObject(closing.payload) && fields.length === 0
      ? observed(exchange, 'empty')
      : noOption(exchange, `a payload of ${excerpt(fields.join(', '), 100)}`)
  },
  'resume.replay-range': (exchange, before) => {
    const frames = wholeReplayIn(exchange)
    const { turn, earlierTurn } = before.turns.before(exchange)
    const [first, second] = [wholeTurnIn(earlierTurn), wholeTurnIn(turn)]
    if (frames === undefined || first === undefined || second === undefined) return undefined
    // Two turns with the same events look like one.
    if (includesTurn(second, first) || !includesTurn(frames, second)) return undefined
    return observed(exchange, includesTurn(frames, first) ? 'conversation' : 'newest-turn')
  },
  'resume.live-only': (exchange, before) => {
    if (isTurn(exchange) && isStream(exchange)) return readRoutingCursor(exchange)
    const { turn } = before.turns.before(exchange)
    const frames = wholeReplayIn(exchange) ?? storedTurnsIn(exchange).at(-1)
    if (frames === undefined) return undefined
    const at = { method: 'POST', path: '/api/chat/resume' }
    if (hasType(frames, 'routing')) return { ...observed(exchange, 'none'), at }
    const live = wholeTurnIn(turn)
    return live !== undefined && hasType(live, 'routing') && includesTurn(frames, live)
      ? { ...observed(exchange, 'progress'), at }
      : undefined
  },
  'resume.cursor-required': (exchange) => {
    if (!isResume(exchange) || cursorIn(exchange) !== undefined) return undefined
    if (conversationInBody(exchange) === undefined) return undefined
    if (isStream(exchange)) return observed(exchange, 'optional')
    return complaintAbout(exchange, 'cursor') ? observed(exchange, 'required') : undefined
  },
  'resume.below-minus-one': (exchange, before) => {
    const cursor = cursorIn(exchange)
    if (!isResume(exchange) || !Number.isInteger(cursor) || Number(cursor) >= -1) return undefined
    if (isStream(exchange)) return observed(exchange, 'accepted')
    if (exchange.status !== 400 || isInvalid(exchange)) return undefined
    const code = anyErrorCode(exchange)
    // Without a code, it may be the credential that is refused.
    const owner = before.conversations.get(conversationInBody(exchange))?.owner
    const isOwn = owner !== undefined && owner === callerOf(exchange)
    return code === 'invalid_cursor' || (code === undefined && isOwn)
      ? observed(exchange, 'invalid_cursor')
      : undefined
  },
  'resume.non-integer-cursor': (exchange) => {
    const cursor = cursorIn(exchange)
    if (!isResume(exchange) || isUnset(cursor) || Number.isInteger(cursor)) return undefined
    // Some validations convert digits.
    if (typeof cursor === 'string' && /^\s*-?\d+(?:\.0*)?\s*$/.test(cursor)) return undefined
    if (complaintAbout(exchange, 'cursor')) return observed(exchange, 'validation')
    return exchange.status === 400 && anyErrorCode(exchange) === 'invalid_cursor'
      ? observed(exchange, 'invalid_cursor')
      : undefined
  },
  'resume.body-token': (exchange, before) => {
    const { token } = fieldsOf(exchange)
    if (!isResume(exchange) || typeof token !== 'string') return undefined
    if (!hasNoCredentialHeader(exchange)) return undefined
    if (isStream(exchange)) return observed(exchange, 'accepted')
    // Only a good token shows that its place is the reason.
    const isReason = before.credentials.isGood(token) && anyErrorCode(exchange) !== 'token_expired'
    return isReason && isDenied(exchange) ? observed(exchange, 'ignored') : undefined
  },
} as const satisfies Readings

const hasNoCredentialHeader = (exchange: Exchange): boolean =>
  exchange.request.bearer === undefined &&
  ['authorization', 'cookie', 'x-api-key'].every(
    (name) => requestHeader(exchange, name) === undefined,
  )

const unwrapped = ['data-and-id', 'data-or-id', 'id', 'none']

/** Whether `routing` is an event like the others: with a cursor where they have one. */
function readRoutingCursor(exchange: Exchange) {
  const frames = framesIn(exchange)
  const routing = frames.find(({ type }) => type === 'routing')
  const hasCursors = frames.some(({ type, carriers }) => type === 'answer' && carriers.length > 0)
  if (routing === undefined || !hasCursors) return undefined
  return observed(exchange, routing.carriers.length > 0 ? 'none' : 'progress')
}
