import type { chatOperations } from '../../../contract/operations/chat.ts'
import { ApiError } from '../../world/api-error.ts'
import { injectionData } from './run-context.ts'
import { storeInjection } from './store-turn.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { startTurn } from './start-turn.ts'
import type { StoredEvent, Transcript } from '../../../contract/events.ts'
import type { FrameStream } from '../../../contract/plain-http.ts'
import { toIsoTime } from '../../world/clock.ts'
import { compareText } from '../../world/store.ts'
import { type Turn, turnsOf } from '../../world/turns.ts'
import { EventStream } from '../event-stream.ts'

export const chatRoutes: Routes<typeof chatOperations> = {
  'chat.react': (context) => startTurn(context, 'react'),
  'chat.dag': (context) => startTurn(context, 'dag'),
  'chat.auto': (context) => startTurn(context, 'auto'),
  'chat.resume': resumeTurn,
  'chat.inject': (context) => {
    const { world, behaviour } = context
    const { conversation_id, content } = context.body
    const turns = turnsOf(world.runningTurns, conversation_id)
    const turn = turns.findLast(({ acceptsText }) => acceptsText)
    if (turn === undefined)
      throw new ApiError('turn-not-running', 'No turn is running in this conversation.')
    const id = world.random.id('injection', conversation_id).replaceAll('-', '').slice(0, 12)
    storeInjection(world, conversation_id, content)
    const data = injectionData(turn, behaviour.policy.turns.injectsByMode, { content, id })
    turn.inputs.inject({ id, content }, turn.events.length)
    turn.append({ event: 'inject', data }, world.clock.iso())
    return { success: true, id }
  },
  'chat.inject-recall': (context) => {
    const { conversation_id, inject_id } = context.body
    const turns = turnsOf(context.world.runningTurns, conversation_id)
    return { success: turns.some(({ inputs }) => inputs.recall(inject_id)) }
  },
}

type ResumeContext = RequestContext<(typeof chatOperations)['chat.resume']>

/** Replays the events of a turn after a cursor, and follows the turn while it runs (4.2). */
function resumeTurn(context: ResumeContext): FrameStream {
  const { world, behaviour } = context
  const { resume } = behaviour.policy
  const cursor = readCursor(context)
  const { id, turns, running } = resumedTurns(context, cursor)
  context.turn = id
  const follows = running !== undefined && resume.midTurn === 'follow'
  const sent =
    follows || running === undefined ? turns : [...turns, { events: [...running.events] }]
  const stored = joinTurns(sent, behaviour.policy.turns.cursorsRestart)
  if (stored.length === 0 && running === undefined)
    throw new ApiError('turn-missing', 'This conversation has no stored assistant turn.')
  const { frames } = behaviour.wire
  const includes = (event: StoredEvent) =>
    event.cursor > cursor && !resume.omittedEvents.has(event.event)
  return new EventStream({
    stored,
    live: follows ? running : undefined,
    includes,
    encode: (event) => [frames.replayed(event)],
    frames,
    lastFrame: (replayed, last) =>
      frames.resumeDone({ replayed, last_cursor: last?.cursor ?? cursor }),
    wall: world.systemClock,
  })
}

/** The maximum number of stored turns to search for a cursor. Few turns run at the same time. */
const maxComparedTurns = 10

/** The events of stored turns that a resume replays, and the running turn that it follows. */
function resumedTurns(context: ResumeContext, cursor: number) {
  const { world, behaviour, resource } = context
  const { wholeConversation, midTurn } = behaviour.policy.resume
  const transcripts = world.store.transcripts.owned(resource.id, 'oldest')
  // A running turn without events can only be followed, because there is nothing to replay.
  const isResumable = ({ conversationId, events }: Turn) =>
    conversationId === resource.id && (midTurn === 'follow' || events.length > 0)
  const running = midTurn === 'previous' ? [] : [...world.runningTurns].filter(isResumable)
  const ended = transcripts.slice(-maxComparedTurns)
  const turns = [
    ...ended.toSorted((a, b) => compareText(endTimeOf(a), endTimeOf(b))),
    ...running.map((one) => ({ id: one.id, events: one.events, turn: one })),
  ]
  const resumed = turnOfCursor(turns, cursor)
  const { id, turn } = resumed ?? {}
  const one = resumed === undefined || turn !== undefined ? [] : [resumed]
  return { id, turns: wholeConversation ? transcripts : one, running: turn }
}

/**
 * Joins the events of turns. Turns that overlapped are merged, unless each turn restarts its
 * cursors.
 */
function joinTurns(turns: readonly Sent[], cursorsRestart: boolean): readonly StoredEvent[] {
  if (turns.length < 2) return turns[0]?.events ?? []
  if (cursorsRestart) return turns.flatMap(({ events }) => events)
  const placed = turns.flatMap(({ events }) => {
    // A script may send wrong cursors on purpose, so the events of a turn keep their order.
    let cursor = -1
    return events.map((event) => ({ event, cursor: (cursor = Math.max(cursor, event.cursor)) }))
  })
  return placed.toSorted((a, b) => a.cursor - b.cursor).map(({ event }) => event)
}

type Sent = { readonly events: readonly StoredEvent[] }

/** If the clock was set back, the events may be older than the turn before; `created_at` is not. */
function endTimeOf({ events, created_at }: Transcript): string {
  const end = events.at(-1)?.at ?? created_at
  return compareText(end, created_at) < 0 ? created_at : end
}

type ResumableTurn = {
  readonly id: string
  readonly events: readonly StoredEvent[]
  readonly turn?: Turn
}

/**
 * Finds the turn that a resume continues: usually the last of `turns`. If several turns ran at the
 * same time, it is the turn that sent the cursor, unless the cursor was the last of that turn.
 */
function turnOfCursor(turns: readonly ResumableTurn[], cursor: number): ResumableTurn | undefined {
  const newest = turns.at(-1)
  const start = newest?.events[0]?.at ?? toIsoTime(newest?.turn?.startedAt ?? 0)
  const sentCursor = ({ events, turn }: ResumableTurn) => {
    const last = events.at(-1)
    if (turn === undefined && (last === undefined || last.at <= start || last.cursor === cursor))
      return false
    return events.some((event) => event.cursor === cursor)
  }
  return turns.findLast(sentCursor) ?? newest
}

/** Validates the cursor. Some deployments validate it here instead of in the schema, or not at all. */
function readCursor({ body, behaviour }: ResumeContext): number {
  const { cursor = -1 }: { readonly cursor?: unknown } = body
  if (typeof cursor !== 'number' || !Number.isInteger(cursor))
    throw new ApiError('cursor-invalid', 'The cursor must be a non-negative integer, or -1.')
  if (cursor >= -1) return cursor
  if (behaviour.policy.resume.refusesBelowMinusOne)
    throw new ApiError(
      'cursor-invalid',
      `The cursor is ${cursor}, but must be a non-negative integer, or -1.`,
    )
  return -1
}
