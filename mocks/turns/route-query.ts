import type { StoredAgent } from '../../contract/records/agent.ts'
import type { World } from '../world/world.ts'

/** What the fast model of `/api/auto` decided, and why. */
export type Route = { readonly mode: 'react' | 'dag'; readonly reasoning: string }

/** Decides by the agent's own mode, else by the words of the fixture. */
export function routeQuery(world: World, query: string, agent: StoredAgent | undefined): Route {
  if (agent !== undefined && agent.execution_mode !== 'auto')
    return { mode: agent.execution_mode, reasoning: `${agent.name} always runs this way.` }
  const asked = query.toLowerCase()
  const word = world.routing.dag.find((one) => asked.includes(one.toLowerCase()))
  return word === undefined
    ? { mode: 'react', reasoning: 'A single line of work answers this.' }
    : { mode: 'dag', reasoning: `“${word}” calls for several steps that depend on each other.` }
}
