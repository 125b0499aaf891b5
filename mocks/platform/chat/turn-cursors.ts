import type { TurnEvent } from '../../../contract/events.ts'
import type { Violations } from '../../../contract/scripts/scenario.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import { countCursors, type Turn } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'

/**
 * The cursors of a turn, in the deployment with this behaviour. A turn that was loaded counts on
 * from its last cursor.
 */
export function nextCursorOf(
  world: World,
  { policy }: Pick<Behaviour, 'policy'>,
  { conversationId }: Pick<Turn, 'conversationId'>,
  violations: Violations | undefined,
  last?: number,
): (event: TurnEvent) => number {
  const { cursorsRestart, cursorStep, firstCursor } = policy.turns
  const next =
    conversationId === undefined || cursorsRestart
      ? countCursors(cursorStep, last ?? firstCursor - cursorStep)
      : world.cursors.counterFor(conversationId, cursorStep, firstCursor)
  const counted = withBrokenCursors(next, violations)
  return (event) => (policy.resume.skipsProgress && isProgress(event) ? -1 : counted())
}

/** Whether an event only shows progress: some deployments do not store it. */
const isProgress = ({ event, data }: TurnEvent): boolean =>
  event === 'routing' || (event === 'step_progress' && data.event === 'thinking_delta')

/**
 * Breaks the cursors as the script demands: each is used twice, or every second cursor decreases.
 */
function withBrokenCursors(
  next: () => number,
  { cursor: violation }: Violations = {},
): () => number {
  if (violation === undefined) return next
  let held: number | undefined
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
