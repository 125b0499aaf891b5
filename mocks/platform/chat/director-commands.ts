import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { World } from '../../world/world.ts'
import type { TurnRoute } from './turn-input.ts'

type Mode = 'react' | 'dag'

/** The script that is to be played next, whatever is asked. */
function directedScript({ director, scenarios }: World): Scenario | undefined {
  const { pending: waiting } = director
  if (waiting === undefined || !('next' in waiting)) return undefined
  return scenarios.find(({ name }) => name === waiting.next)
}

const playsOn = ({ match }: Scenario, mode: Mode) => [match.endpoint].flat().includes(mode)

/** The way that a directed script is told, for a turn that leaves the choice to the platform. */
export function directedTurnRoute(world: World): TurnRoute | undefined {
  const script = directedScript(world)
  if (script === undefined) return undefined
  const mode = playsOn(script, 'react') ? 'react' : 'dag'
  return { mode, reasoning: 'It was decided beforehand how this is answered.' }
}

/** Takes what waits for the next turn: the script that it plays, or what it says at once. */
export function takeDirectorCommand(
  world: World,
  mode: Mode,
): { readonly script?: Scenario | undefined; readonly say?: string } {
  const { director } = world
  const { pending: waiting } = director
  if (waiting === undefined) return {}
  const script = directedScript(world)
  // A script that can't be told this way waits for a turn that can.
  if (script !== undefined && !playsOn(script, mode)) return {}
  director.pending = undefined
  return 'say' in waiting ? waiting : { script }
}
