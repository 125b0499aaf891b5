import type { StoredEvent } from '../../../contract/events.ts'
import { ApiError } from '../../world/api-error.ts'
import type { FrameStream } from '../../world/exchange.ts'
import type { RequestContext } from '../request-context.ts'
import type { Turn } from '../../world/turns.ts'
import { streamEvents } from '../event-stream.ts'

/** Replays the stored events of a conversation beyond a cursor, and follows a turn that runs (4.2). */
export function resumeTurn(visit: RequestContext): FrameStream {
  const { world, behaviour } = visit
  const { resume } = behaviour.policy
  const conversation = visit.resource('conversation')
  const cursor = readCursor(visit)
  const running = world.runningTurns.newestOf(conversation.id)
  const turn = resume.midTurn === 'previous' ? undefined : running
  const past = storedEvents(visit, turn)
  if (past.length === 0 && (turn === undefined || turn.events.length === 0))
    throw new ApiError('turn-missing', 'This conversation has no stored assistant turn.')
  const { frames } = behaviour.wire
  const wants = (event: StoredEvent) => event.cursor > cursor && !resume.leavesOut.has(event.event)
  const follows = turn !== undefined && resume.midTurn === 'follow'
  return streamEvents({
    stored: follows || turn === undefined ? past : [...past, ...turn.events],
    live: follows ? turn : undefined,
    includes: wants,
    encode: frames.replayed,
    preamble: frames.preamble,
    lastFrame: (replayed, last) =>
      frames.resumeDone({ replayed, last_cursor: last?.cursor ?? cursor }),
    keepalive: frames.keepalive,
    wall: world.systemClock,
    onDisconnect: () => {},
  })
}

/** The stored turns before the running one, as far back as a replay reaches. */
function storedEvents(visit: RequestContext, running: Turn | undefined) {
  const { world, behaviour } = visit
  const transcripts = world.store.transcripts.owned(visit.resource('conversation').id, 'oldest')
  if (behaviour.policy.resume.wholeConversation) return transcripts.flatMap(({ events }) => events)
  return running === undefined ? (transcripts.at(-1)?.events ?? []) : []
}

function readCursor({ body, behaviour }: RequestContext): number {
  const { cursor: given = -1 } = body as { cursor?: unknown }
  if (typeof given !== 'number' || !Number.isInteger(given))
    throw new ApiError('cursor-invalid', 'A cursor is a non-negative integer, or -1.')
  if (given >= -1) return given
  if (behaviour.policy.resume.refusesBelowMinusOne)
    throw new ApiError('cursor-invalid', `The cursor ${given} is neither non-negative nor -1.`)
  return -1
}
