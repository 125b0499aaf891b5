import type { StoredEvent } from '../../../contract/events.ts'
import { ApiError } from '../../world/api-error.ts'
import type { FrameStream } from '../../../recording/exchange.ts'
import type { chatOperations } from '../../../contract/operations/chat.ts'
import type { RequestContext } from '../request-context.ts'
import type { Turn } from '../../world/turns.ts'
import { streamEvents } from '../event-stream.ts'

type ResumeContext = RequestContext<(typeof chatOperations)['chat.resume']>

/** Replays the stored events of a conversation after a cursor, and follows a running turn (4.2). */
export function resumeTurn(context: ResumeContext): FrameStream {
  const { world, behaviour } = context
  const { resume } = behaviour.policy
  const conversation = context.resource
  const cursor = readCursor(context)
  const running = world.runningTurns.newestOf(conversation.id)
  const turn = resume.midTurn === 'previous' ? undefined : running
  const stored = storedEvents(context, turn)
  if (stored.length === 0 && (turn === undefined || turn.events.length === 0))
    throw new ApiError('turn-missing', 'This conversation has no stored assistant turn.')
  const { frames } = behaviour.wire
  const includes = (event: StoredEvent) =>
    event.cursor > cursor && !resume.omittedEvents.has(event.event)
  const follows = turn !== undefined && resume.midTurn === 'follow'
  return streamEvents({
    stored: follows || turn === undefined ? stored : [...stored, ...turn.events],
    live: follows ? turn : undefined,
    includes,
    encode: (event) => [frames.replayed(event)],
    preamble: frames.preamble,
    lastFrame: (replayed, last) =>
      frames.resumeDone({ replayed, last_cursor: last?.cursor ?? cursor }),
    keepalive: frames.keepalive,
    wall: world.systemClock,
    onDisconnect: () => {},
  })
}

/** The stored events that a replay includes: from the last turn or from all turns. */
function storedEvents(context: ResumeContext, running: Turn | undefined) {
  const { world, behaviour } = context
  const transcripts = world.store.transcripts.owned(context.resource.id, 'oldest')
  if (behaviour.policy.resume.wholeConversation) return transcripts.flatMap(({ events }) => events)
  return running === undefined ? (transcripts.at(-1)?.events ?? []) : []
}

/** Validates the cursor. Some deployments do it here instead of in the schema, or not at all. */
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
