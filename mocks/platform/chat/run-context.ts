import type { EventData } from '../../../contract/events.ts'
import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { InjectLine, ScriptCall } from '../../../contract/scripts/lines.ts'
import type { Turn } from '../../world/turns.ts'
import { countRecords } from '../count-records.ts'
import { dueAt, type Timeline } from '../playback.ts'
import type { RequestContext } from '../request-context.ts'
import type { PlayableTurn, Script } from './playable-turn.ts'
import { storeInjection } from './store-turn.ts'

/** The parts of a turn and its world that a script runner needs. */
export type RunContext = Readonly<ReturnType<typeof createRunContext>>

export function createRunContext(
  { world, behaviour }: Pick<RequestContext, 'world' | 'behaviour'>,
  { turn, agent, fill, historyTokens, script }: PlayableTurn,
  timeline: Timeline,
) {
  const { turns } = behaviour.policy
  const drawTyping = () => turn.inputs.draw(() => world.random.fraction('typing', turn.id))
  let random: (() => number) | undefined
  return {
    mode: turn.mode,
    fill,
    /** A fraction from 0 up to 1, for jitter. */
    random: () => (random ??= seededRandom(2 ** 32 * drawTyping()))(),
    /** Converts a script time in milliseconds to a time of the world in ISO 8601. */
    toTimestamp: (at: number) => new Date(dueAt(timeline, at)).toISOString(),
    /** Converts a script time in milliseconds to seconds of the world since the start of the turn. */
    toElapsed: (at: number) =>
      (Math.floor(dueAt(timeline, at)) - Math.floor(turn.startedAt)) / 1000,
    /** The tokens of the earlier turns of the conversation, which the model reads again. */
    historyTokens,
    /** The tools whose calls need an approval in a plan. */
    approvedTools: script.approvedTools,
    /** Whether small pauses are added, such as before a first thought. */
    ownPauses: script.own_pauses,
    /** Takes the oldest injected text that is still unused. */
    takeInjection: () => turn.inputs.takeInjection(),
    /** Takes the text of a director that the turn must send before its next line. */
    takeDirectedText: () => {
      const text = turn.inputs.takeDirectedText()
      if (text !== undefined && turn.position !== undefined)
        turn.position = { ...turn.position, isDirected: true }
      return text
    },
    /** Whether more than one confirmation with this tool and input was approved. */
    isRepeated({ tool, input = {} }: ScriptCall) {
      const same = { tool_name: tool, arguments: input, status: 'approved' }
      return turn.inputs.draw(() => Number(countRecords(world, 'confirmations', same) > 1)) === 1
    },
    /**
     * Injects a user's text that the script contains, and returns the data of its event. Returns
     * `undefined` if the user has injected this text already.
     */
    injectScripted(line: InjectLine): EventData<'inject'> | undefined {
      const { content, id = undefined } = typeof line === 'string' ? { content: line } : line
      const drawn = turn.inputs.draw(() => {
        if (turn.events.some((one) => one.event === 'inject' && one.data.content === content))
          return -1
        if (turn.conversationId !== undefined) storeInjection(world, turn.conversationId, content)
        return world.random.fraction('injection', turn.id)
      })
      if (drawn < 0) return undefined
      const drawnId = Math.floor(drawn * 2 ** 48)
        .toString(16)
        .padStart(12, '0')
      return injectionData(turn, turns.injectsByMode, { content, id: id ?? drawnId })
    },
    /** How long a call waits for its approval. */
    approvalSeconds: behaviour.policy.approvals.waitSeconds,
    /** Whether every tool call needs an approval, not only the calls that the script marks. */
    approvesEveryCall: agent?.require_confirmation_for_all ?? false,
    sendsHeartbeat: turns.sendsHeartbeat,
    /** Whether another round of a plan begins with a `replanning` phase. */
    sendsReplanning: turns.sendsExtraPhases,
    fillsCallFields: turns.fillsCallFields,
    sendsStepUsage: turns.sendsStepUsage,
    /** Whether an injected text makes the ReAct loop think again. */
    restartsAfterInjection: turns.injectsByMode && turn.mode === 'react',
    failsWithDone: turns.failsWithDone,
    /** The number of available tools, in deployments that send it. */
    toolCount: turns.sendsExtraPhases && turn.mode === 'react' ? countTools(agent) : undefined,
  }
}

/** Whether the script itself contains this text as an injection. */
export const isScripted = ({ script }: Script, content: string): boolean =>
  script.some(
    (line) =>
      'inject' in line &&
      content === (typeof line.inject === 'string' ? line.inject : line.inject.content),
  )

/** The data of an `inject` event. Some deployments send `id` only on react, `phase` only on dag. */
export function injectionData(
  turn: Pick<Turn, 'events' | 'mode'>,
  byMode: boolean,
  { content, id }: { readonly content: string; readonly id: string },
): EventData<'inject'> {
  const named = turn.events.findLast((one) => one.event === 'phase')?.data.name
  const phase = named === undefined ? {} : { phase: named }
  if (!byMode) return { type: 'inject', content, id, ...phase }
  return { type: 'inject', content, ...(turn.mode === 'react' ? { id } : phase) }
}

/** Up to this number of tools, a turn does not begin by selecting some of them. */
const maxUnselectedTools = 12

/**
 * The number of tools from which a turn selects: four for each tool category of the agent, or 13 if
 * it has no category. `undefined` if there are too few to select.
 */
function countTools(agent: StoredAgent | undefined): number | undefined {
  const count = (agent?.tool_categories.length ?? 0) * 4 || 13
  return count > maxUnselectedTools ? count : undefined
}

/** Generates fractions from 0 up to 1 that, unlike draws of `world.random`, are not stored. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
