import type { FillText } from './placeholders.ts'
import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { RequestContext } from '../request-context.ts'
import type { Turn } from '../../world/turns.ts'
import { dueAt, type Timeline } from '../playback.ts'

/** What a script is told by: texts are filled in, script time becomes the world's time. */
export type RunContext = {
  readonly mode: 'react' | 'dag'
  readonly fill: FillText
  /** A fraction from 0 up to 1, for what differs a little each time. */
  chance(): number
  /** The moment of a script time, ISO 8601. */
  moment(at: number): string
  /** A stretch of script time in seconds of the world. */
  seconds(ms: number): number
  /** The next injected text, which is thereby taken up. */
  readonly injected: () => string | undefined
  /** What is said at the next line in the place of the rest, if a director wants that. */
  readonly prompted: () => string | undefined
  /** Whether every call waits for an approval, not those alone that the script says. */
  readonly asksAlways: boolean
  readonly sendsHeartbeat: boolean
  /** How many tools there are, where the turn says that it selects among them. */
  readonly tools?: number | undefined
}

/** What the script of a turn is told by: the time and the chance of the world. */
export function createRunContext(
  visit: RequestContext,
  turn: Turn,
  tempo: Timeline,
  agent: StoredAgent | undefined,
  fill: FillText,
): RunContext {
  const { world, behaviour } = visit
  const { turns } = behaviour.policy
  let chance: (() => number) | undefined
  return {
    mode: turn.mode,
    fill,
    chance: () => (chance ??= seededRandom(2 ** 32 * world.random.fraction('typing', turn.id)))(),
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
    tools: turns.announcesTools ? countTools(agent) : undefined,
  }
}

/** The tools among which a turn selects: those of its agent's categories, and the common ones. */
const countTools = (agent: StoredAgent | undefined) => 13 + (agent?.tool_categories.length ?? 0) * 4

/** Fractions from 0 up to 1 that follow from a seed of 32 bits, for what asks too often to be kept. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
