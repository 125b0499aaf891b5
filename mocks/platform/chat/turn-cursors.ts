import type { StoredEvent, TurnEvent } from '../../../contract/events.ts'
import type { Violations } from '../../../contract/scripts/scenario.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import { countCursors, type Turn } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'

/**
 * Returns a function that gives each event of a turn its cursor, by the rules of the deployment.
 * `sent` are the events of a loaded turn.
 */
export function createNextCursor(
  world: World,
  { policy }: Pick<Behaviour, 'policy'>,
  { conversationId }: Pick<Turn, 'conversationId'>,
  violations: Violations | undefined,
  sent: readonly StoredEvent[] = [],
): (event: TurnEvent) => number {
  const { cursorsRestart, cursorStep, firstCursor } = policy.turns
  const cursors = sent.map(({ cursor }) => cursor).filter((cursor) => cursor >= 0)
  const last = Math.max(firstCursor - cursorStep, ...cursors.slice(-2))
  const next =
    conversationId === undefined || cursorsRestart
      ? countCursors(cursorStep, last)
      : world.cursors.counterFor(conversationId, cursorStep, firstCursor)
  // Broken cursors come in pairs. A loaded turn may have sent only the first of a pair.
  const isOpen = cursors.length % 2 === 1
  const held = violations?.cursor === 'repeated' ? last : last - cursorStep
  const counted = withBrokenCursors(next, violations, isOpen ? held : undefined)
  return (event) => (policy.resume.skipsProgress && isProgressEvent(event) ? -1 : counted())
}

/** Whether an event only shows progress. Some deployments do not store such events. */
const isProgressEvent = ({ event, data }: TurnEvent): boolean =>
  event === 'routing' || (event === 'step_progress' && data.event === 'thinking_delta')

/**
 * If the script demands it, makes the cursors wrong: repeats each cursor, or swaps each two
 * cursors.
 */
function withBrokenCursors(
  next: () => number,
  { cursor: violation }: Violations = {},
  held?: number,
): () => number {
  if (violation === undefined) return next
  return () => {
    if (held !== undefined) {
      const cursor = held
      held = undefined
      return cursor
    }
    held = next()
    return violation === 'repeated' ? held : next()
  }
}
