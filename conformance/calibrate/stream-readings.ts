import type { Exchange } from '../session/exchange.ts'
import { member, walk } from '../session/json.ts'
import { isObject } from '../../contract/json.ts'
import {
  cursorsOf,
  type Frame,
  framesIn,
  isStream,
  newFrames,
  turnFrames,
} from '../stream/stream.ts'
import { conversationInBody } from './known-conversations.ts'
import { storedTurnsIn } from './stored-events.ts'
import { fieldsOf, isUnset } from './callers.ts'
import { pathOf } from '../../contract/exchange.ts'
import { type ObservedOption, observed } from './look.ts'
import type { Readings } from './observer.ts'
import type { SeenTraffic } from './seen-traffic.ts'
import { isFullReplay } from './seen-turns.ts'
import { isTurn, turnFramesIn } from './turn-readings.ts'

const replayIn = (exchange: Exchange): readonly Frame[] =>
  pathOf(exchange) === '/api/chat/resume' && isStream(exchange) ? framesIn(exchange) : []

const hasType = (frames: readonly Frame[], wanted: string): boolean =>
  frames.some(({ type }) => type === wanted)

/** Whether a stream came to its own end, so that what it lacks does not come. */
const isWhole = (frames: readonly Frame[]): boolean => frames.at(-1)?.type === 'end'

/** The place of the cursors of events; `undefined` if they do not show it. */
function carrierIn(frames: readonly Frame[]) {
  const events = turnFrames(frames)
  // Some deployments give no cursor to events that only show progress.
  const carriers = events.map((event) => event.carriers).filter(({ length }) => length > 0)
  if (carriers.length === 0) return hasType(events, 'answer') ? 'none' : undefined
  if (carriers.every((places) => places.includes('wrapper'))) return 'wrapped'
  // Only an object can have a field for it.
  const objects = events.filter(
    ({ payload, carriers: places }) =>
      places.length > 0 && isObject(payload) && Object.keys(payload).length > 0,
  )
  if (objects.length === 0) return undefined
  const inData = objects.every((event) => event.carriers.includes('data'))
  if (!inData) return objects.some((event) => event.carriers.includes('data')) ? undefined : 'id'
  return carriers.every((places) => places.includes('id')) ? 'data-and-id' : 'data-or-id'
}

/** Fewer cursors may leave out some in between. */
const fewestCursors = 3

/** The differences between one cursor and the next. */
function stepsIn(frames: readonly Frame[]): readonly number[] {
  const cursors = cursorsOf(frames)
  if (cursors.length < fewestCursors) return []
  return [...new Set(cursors.slice(1).map((cursor, index) => cursor - (cursors[index] ?? 0)))]
}

/** Cursors and the events of streams (6), from any exchange. */
export const streamReadings = {
  'events.cursor-carrier': (exchange, before) => {
    const replay = replayIn(exchange)
    if (replay.length === 0) {
      const carrier = carrierIn(turnFramesIn(exchange))
      return carrier === undefined ? undefined : observed(exchange, carrier)
    }
    // Replays may have the cursor beside the event, whatever live events do.
    const carrier = carrierIn(replay)
    if (carrier === undefined || carrier === 'wrapped') return undefined
    const { turn } = before.turns.before(exchange)
    const isUsual =
      carrier === 'data-and-id' && turn !== undefined && carrierIn(framesIn(turn)) === 'none'
    return isUsual ? undefined : observed(exchange, carrier)
  },
  'events.cursor-range': (exchange, before) => {
    const stored = storedCursorsIn(exchange)
    if (stored.length > 0) return stored
    const [first = [], second = []] = twoTurns(exchange, before).map(cursorsOf)
    if (first.length === 0 || second.length === 0) return undefined
    const range = rangeOf(first, second)
    return range === undefined ? undefined : observed(exchange, range)
  },
  'events.cursor-step': (exchange) => {
    const live = stepsIn(turnFramesIn(exchange))
    // A replay may leave out events.
    const steps = live.length > 0 ? live : stepsIn(replayIn(exchange))
    const [step = 0, another] = steps.toSorted((one, other) => one - other)
    if (step <= 0 || (another !== undefined && live.length > 0)) return undefined
    const look = step === 1 ? observed(exchange, '1') : observed(exchange, 'step', step)
    if (live.length > 0) return look
    // Live streams of this path would show it, if their events had cursors.
    const at = { method: 'POST', path: '/api/react' }
    return { ...look, at, given: { 'events.cursor-carrier': ['none'] } }
  },
  'events.unlisted': (exchange) => {
    const frames = turnFramesIn(exchange)
    if (hasType(frames, 'heartbeat')) return observed(exchange, 'heartbeat')
    return isWhole(frames) && hasType(frames, 'answer') ? observed(exchange, 'no') : undefined
  },
  'events.suggestions': (exchange, before) => {
    const frames = turnFramesIn(exchange)
    if (!hasType(frames, 'suggestions')) return undefined
    const { agent_id: agent } = fieldsOf(exchange)
    const conversation = conversationInBody(exchange)
    const isPlain =
      isUnset(agent) &&
      (conversation === undefined || before.conversations.get(conversation)?.lacksAgent === true)
    return isPlain ? observed(exchange, 'always') : undefined
  },
  'events.post-processing': (exchange) => {
    const frames = turnFramesIn(exchange)
    if (!hasType(frames, 'suggestions')) return undefined
    return observed(exchange, hasType(frames, 'post_processing') ? 'yes' : 'no')
  },
  'events.tool-selection': (exchange) => {
    const frames = turnFramesIn(exchange)
    const selects = frames.some(
      ({ type, payload }) => type === 'phase' && member(payload, 'total_tools') !== undefined,
    )
    if (selects) return observed(exchange, 'yes')
    // Some deployments select tools only for an agent that has many.
    const isShown = pathOf(exchange) === '/api/react' && !isUnset(fieldsOf(exchange)['agent_id'])
    return isShown && isWhole(frames) && hasType(frames, 'answer')
      ? observed(exchange, 'no')
      : undefined
  },
  'events.step-moments': (exchange) => {
    const frames = [...turnFramesIn(exchange), ...replayIn(exchange)]
    if (frames.length === 0) return undefined
    return frames.flatMap<ObservedOption<'events.step-moments'>>(({ type, payload }) => {
      if (type !== 'step_progress' && type !== 'phase') return []
      const moment = walk(payload).find(({ key }) => key.endsWith('_at'))?.value
      // If all timestamps are numbers, these show nothing of their own.
      const given = { 'records.timestamps': texts }
      if (typeof moment === 'number') return [{ ...observed(exchange, 'epoch'), given }]
      const isIso = typeof moment === 'string' && /^\d{4}-\d\d-\d\dT/.test(moment)
      return isIso ? [{ ...observed(exchange, 'iso'), given }] : []
    })
  },
  'events.title': (exchange) => {
    const types = turnFramesIn(exchange).map(({ type }) => type)
    const [title, suggestions] = [types.indexOf('title'), types.indexOf('suggestions')]
    if (title < 0) return undefined
    if (suggestions < 0) return []
    return observed(exchange, title < suggestions ? 'before-suggestions' : 'after-suggestions')
  },
} as const satisfies Readings

/** The range of cursors, from those of two turns, the older first. */
function rangeOf(first: readonly number[], second: readonly number[]) {
  const known = new Set(first)
  if (second.some((cursor) => known.has(cursor))) return 'turn'
  return Math.min(...second) > Math.max(...first) ? 'conversation' : undefined
}

/** The range that the stored turns of a conversation show, of each two that follow each other. */
function storedCursorsIn(exchange: Exchange): readonly ObservedOption<'events.cursor-range'>[] {
  const turns = storedTurnsIn(exchange)
    .map((events) => events.flatMap(({ cursor }) => cursor ?? []))
    .filter(({ length }) => length > 0)
  return turns.slice(1).flatMap((cursors, index) => {
    const option = rangeOf(turns[index] ?? [], cursors)
    return option === undefined ? [] : [{ option, exchange, at: resumePlace }]
  })
}

/** A resume replays the stored events. */
const resumePlace = { method: 'POST', path: '/api/chat/resume' }

/** The forms of timestamps that are texts. */
const texts = ['z', 'naive', 'offset', 'local']

/**
 * The events of two whole turns of a conversation, one after the other: of the turn in this exchange
 * and the one before it, or of replays after each of them.
 */
function twoTurns(exchange: Exchange, before: SeenTraffic): readonly (readonly Frame[])[] {
  const { turn, earlierTurn, earlierReplay } = before.turns.before(exchange)
  const newest = turn === undefined ? [] : framesIn(turn)
  if (!isWhole(newest)) return []
  if (isTurn(exchange))
    return isWhole(turnFramesIn(exchange)) ? [newest, turnFramesIn(exchange)] : []
  // The earlier replay was of a turn that was over.
  const older = earlierTurn === undefined ? [] : framesIn(earlierTurn)
  if (earlierReplay === undefined || !isWhole(older) || !isFullReplay(exchange)) return []
  const [first, second] = [framesIn(earlierReplay), replayIn(exchange)]
  return [turnFrames(first), newFrames(second, first)]
}
