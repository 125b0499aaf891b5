import type { StoredAgent } from '../../contract/records/agent.ts'
import type { RequestContext } from '../platform/request-context.ts'
import type { Turn } from '../world/turns.ts'
import type { Telling } from './beats.ts'
import { fractionsFrom } from './chance.ts'
import type { Fill } from './places.ts'
import { dueAt, type Tempo } from './play.ts'

/** What the script of a turn is told by: the time and the chance of the world. */
export function tellingOf(
  visit: RequestContext,
  turn: Turn,
  tempo: Tempo,
  agent: StoredAgent | undefined,
  fill: Fill,
): Telling {
  const { world, behaviour } = visit
  const { turns } = behaviour.policy
  let chance: (() => number) | undefined
  return {
    mode: turn.mode,
    fill,
    chance: () => (chance ??= fractionsFrom(2 ** 32 * world.random.fraction('typing', turn.id)))(),
    moment: (at) => new Date(dueAt(tempo, at)).toISOString(),
    seconds: (ms) => Math.round(ms / tempo.speed) / 1000,
    injected: () => turn.injections.take()?.content,
    prompted() {
      const { overrideText: prompt } = turn
      turn.overrideText = undefined
      return prompt
    },
    asksAlways: agent?.require_confirmation_for_all ?? false,
    sendsHeartbeat: turns.sendsHeartbeat,
    tools: turns.announcesTools ? toolsOf(agent) : undefined,
  }
}

/** The tools among which a turn selects: those of its agent's categories, and the common ones. */
const toolsOf = (agent: StoredAgent | undefined) => 13 + (agent?.tool_categories.length ?? 0) * 4
