import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { World } from '../../world/world.ts'
import type { TurnRoute } from './turn-input.ts'

type Mode = 'react' | 'dag'

/** The script that a director has chosen for the next turn. */
function directedScript({ director, scenarios }: World): Scenario | undefined {
  const { pending } = director
  if (pending === undefined || !('next' in pending)) return undefined
  return scenarios.find(({ name }) => name === pending.next)
}

const playsOn = ({ match }: Scenario, mode: Mode) => [match.endpoint].flat().includes(mode)

/** The route of the director's script, for a turn on `/api/auto`. */
export function directedTurnRoute(world: World): TurnRoute | undefined {
  const script = directedScript(world)
  if (script === undefined) return undefined
  const mode = playsOn(script, 'react') ? 'react' : 'dag'
  return { mode, reasoning: 'The director has chosen the script of this turn.' }
}

/**
 * Takes the director's command for the next turn: a script to play, or a text to send at once. A text
 * for one conversation is left for a turn of this conversation.
 */
export function takeDirectorCommand(
  world: World,
  mode: Mode,
  conversationId: string | undefined,
): {
  readonly script?: Scenario | undefined
  readonly say?: string
  readonly aside?: true | undefined
} {
  const { director } = world
  const { pending } = director
  if (pending === undefined) return {}
  const wanted = 'say' in pending ? pending.conversation_id : undefined
  if (wanted !== undefined && wanted !== conversationId) return {}
  const script = directedScript(world)
  // A script for another mode waits for a turn in that mode.
  if (script !== undefined && !playsOn(script, mode)) return {}
  director.setScripts(director.queue)
  if (!('say' in pending)) return { script }
  // An aside comes before a script, which may be one that the director has chosen.
  return pending.aside
    ? { ...takeDirectorCommand(world, mode, conversationId), ...pending }
    : pending
}
