import { isObject } from '../../contract/json.ts'
import { skip } from '../session/assertions.ts'
import { type Exchange, resumePath } from '../session/exchange.ts'
import { liveStreams } from '../stream/all-streams.ts'
import { cursorsOfTwoTurns, secondTurn } from '../stream/later-turns.ts'
import { planReplay, resume, storedTurn } from '../stream/replays.ts'
import {
  cursorsOf,
  type Frame,
  framesIn,
  isStream,
  framesNotIn,
  stepsOf,
  turnFrames,
} from '../stream/stream.ts'
import { turnDefaults } from './events.ts'
import type { History } from '../history/history.ts'
import {
  conversationBefore,
  hasType,
  isFullReplay,
  isCompleteTurn,
  replayIn,
  storedTurnsIn,
  turnFramesIn,
} from './known-conversations.ts'
import type { OptionReading } from './look.ts'
import type { Observers } from './observer.ts'
import { fieldsOf, isTurn, isUnset } from '../session/request.ts'

/** One observer for each choice about stream lines and event cursors (6). */
export const streamFormatObservers = {
  'events.cursor-carrier': {
    plan: 'turn',
    provoke: async (context) => {
      // Also resumes a `dag` turn, because replayed events may have their cursors in another place.
      await planReplay(context.session).catch(() => [])
      return turnDefaults.provoke(context)
    },
    read: (exchange, before) => {
      const replay = replayIn(exchange)
      if (replay.length === 0) return carrierIn(turnFramesIn(exchange))
      // In a replay, the cursor may be in a wrapper, even if live events have it in another place.
      const carrier = carrierIn(replay)
      if (carrier === 'wrapped') return undefined
      const { turn } = conversationBefore(exchange, before)
      const isUsual = carrier === 'data-and-id' && turn !== undefined && carrierIn(turn) === 'none'
      return isUsual ? undefined : carrier
    },
  },
  'events.cursor-range': {
    plan: 'turn',
    provoke: async ({ session }) => {
      const { first, second, exchange } = await cursorsOfTwoTurns(session)
      if (first.length === 0 || second.length === 0) skip('no event has a cursor')
      if (cursorsOf(framesIn(exchange)).length > 0) return exchange
      const { conversationId } = await secondTurn(session)
      return resume(session, conversationId, -1)
    },
    read: (exchange, before) => {
      const stored = storedRangesIn(exchange)
      if (stored.length > 0) return stored
      const [first = [], second = []] = twoTurns(exchange, before).map(cursorsOf)
      return first.length === 0 || second.length === 0 ? undefined : rangeOf(first, second)
    },
  },
  'events.cursor-step': {
    plan: 'turn',
    provoke: async ({ session }) => {
      const live = (await liveStreams(session)).filter((stream) => stepsOf(stream).length > 0)
      // A replay may leave out events, so it is used only if live events carry no cursor.
      const streams = live.length > 0 ? live : [(await storedTurn(session)).full]
      return streams.filter((stream) => stepsOf(stream).length > 0).map(({ exchange }) => exchange)
    },
    read: (exchange) => {
      const live = stepsIn(turnFramesIn(exchange))
      // A replay may leave out events, so live events come first.
      const steps = live.length > 0 ? live : stepsIn(replayIn(exchange))
      const [step = 0, another] = steps.toSorted((one, other) => one - other)
      if (step <= 0 || (another !== undefined && live.length > 0)) return undefined
      const look: OptionReading<'events.cursor-step'> =
        step === 1 ? { option: '1' } : { option: 'step', value: step }
      if (live.length > 0) return look
      // A replay shows the cursor step of `/api/react` only if live events have no cursors.
      const at = { method: 'POST', path: '/api/react' }
      return { ...look, at, given: { 'events.cursor-carrier': ['none'] } }
    },
  },
  'events.first-cursor': {
    plan: 'turn',
    provoke: async ({ session }) =>
      (await liveStreams(session))
        .filter(({ frames }) => cursorsOf(frames).length > 0)
        .map(({ exchange }) => exchange),
    read: (exchange, before) => {
      const { isPlain, hasTurn } = conversationBefore(exchange, before)
      const isNew = isPlain !== undefined && hasTurn !== true
      // In a conversation that is not new, an earlier turn may have used the first cursors.
      if (!isTurn(exchange) || !(isNew || isUnset(fieldsOf(exchange)['conversation_id'])))
        return undefined
      const [first] = cursorsOf(turnFramesIn(exchange))
      if (first === undefined) return undefined
      return first === 0 ? '0' : { option: 'later', value: first }
    },
  },
  'events.line-ends': {
    ...turnDefaults,
    read: readStreamStart((head) => {
      if (head.includes('\r\n')) return 'crlf'
      return head.includes('\n') ? 'lf' : { came: 'other line ends' }
    }),
  },
  'events.data-space': {
    ...turnDefaults,
    read: readStreamStart((head) => {
      if (/^data: /m.test(head)) return 'yes'
      return /^data:/m.test(head) ? 'no' : undefined
    }),
  },
  'events.comments': {
    ...turnDefaults,
    read: readStreamStart((head) => (/^retry:/m.test(head) ? 'yes' : 'no')),
  },
  'events.content-type': {
    ...turnDefaults,
    read: (exchange) => {
      if (!isStream(exchange)) return undefined
      const type = exchange.headers.get('content-type') ?? ''
      return /;\s*charset=/i.test(type) ? 'charset' : 'plain'
    },
  },
} as const satisfies Observers

/** Finds the place in which events carry their cursors; `undefined` if no event shows it. */
function carrierIn(frames: readonly Frame[]) {
  const events = turnFrames(frames)
  // Ignores events without a cursor: some deployments give none to events about progress.
  const carriers = events.map((event) => event.carriers).filter(({ length }) => length > 0)
  if (carriers.length === 0) return hasType(events, 'answer') ? 'none' : undefined
  if (carriers.every((places) => places.includes('wrapper'))) return 'wrapped'
  // Only events whose payload is an object can have the cursor in the payload.
  const objects = events.filter(
    ({ payload, carriers: places }) =>
      places.length > 0 && isObject(payload) && Object.keys(payload).length > 0,
  )
  if (objects.length === 0) return undefined
  const inData = objects.every((event) => event.carriers.includes('data'))
  if (!inData) return objects.some((event) => event.carriers.includes('data')) ? undefined : 'id'
  return carriers.every((places) => places.includes('id')) ? 'data-and-id' : 'data-or-id'
}

/** Returns the differences between successive cursors, each different value once. */
function stepsIn(frames: readonly Frame[]): readonly number[] {
  const cursors = cursorsOf(frames)
  // With fewer than three cursors, a large difference may come from a missing event.
  if (cursors.length < 3) return []
  return [...new Set(cursors.slice(1).map((cursor, index) => cursor - (cursors[index] ?? 0)))]
}

/** Reads from two turns whether cursors are unique in each turn or in the whole conversation. */
function rangeOf(first: readonly number[], second: readonly number[]) {
  const firstCursors = new Set(first)
  if (second.some((cursor) => firstCursors.has(cursor))) return 'turn'
  return Math.min(...second) > Math.max(...first) ? 'conversation' : undefined
}

/** Reads the cursor range from each pair of successive stored turns of a conversation. */
function storedRangesIn(exchange: Exchange): readonly OptionReading<'events.cursor-range'>[] {
  const turns = storedTurnsIn(exchange)
    .map((events) => events.flatMap(({ cursor }) => cursor ?? []))
    .filter(({ length }) => length > 0)
  return turns.slice(1).flatMap((cursors, index) => {
    const option = rangeOf(turns[index] ?? [], cursors)
    // A resume returns the stored events, so the option belongs to the resume operation.
    return option === undefined ? [] : [{ option, at: { method: 'POST', path: resumePath } }]
  })
}

/**
 * Returns the events of two successive complete turns of a conversation: the turn in this exchange
 * and the previous turn, or the replays of two turns.
 */
function twoTurns(exchange: Exchange, before: History): readonly (readonly Frame[])[] {
  const { turn = [], earlierTurn = [], earlierReplay } = conversationBefore(exchange, before)
  if (!isCompleteTurn(turn)) return []
  if (isTurn(exchange))
    return isCompleteTurn(turnFramesIn(exchange)) ? [turn, turnFramesIn(exchange)] : []
  // Replays can only be compared if the earlier turn was finished.
  if (earlierReplay === undefined || !isCompleteTurn(earlierTurn) || !isFullReplay(exchange))
    return []
  return [turnFrames(earlierReplay), framesNotIn(replayIn(exchange), earlierReplay)]
}

/** Creates a `Reading` of the first characters of each stream that has at least one event. */
function readStreamStart<Found>(read: (head: string) => Found) {
  return (exchange: Exchange): Found | undefined => {
    const head = isStream(exchange) && exchange.events.length > 0 ? exchange.streamStart : undefined
    return head === undefined ? undefined : read(head)
  }
}
