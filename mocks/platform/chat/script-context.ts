import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { RequestContext } from '../request-context.ts'
import { countRecords } from '../count-records.ts'
import type { MatchInput } from './choose-script.ts'
import { captureGroups } from './match-query.ts'
import type { ScriptMemory, PastTurn } from './turn-history.ts'
import { type FillText, createFillText } from './placeholders.ts'
import type { Script } from './script-runner.ts'

type TurnFacts = {
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent: StoredAgent | undefined
  readonly history: readonly PastTurn[]
}

/** Everything about a turn that the `match` of a script can refer to. */
export function createMatchInput(
  { world, caller }: RequestContext,
  { history, ...facts }: TurnFacts,
): MatchInput & TurnFacts {
  return {
    ...facts,
    history,
    user: caller.user,
    turn: history.length + 1,
    after: history.at(-1)?.memory?.scenario,
    count: (kind, where) => countRecords(world, kind, where),
  }
}

type ChosenScript = {
  /** A fallback script has no `match`, so it has no placeholders either. */
  readonly script: Script | Scenario
  readonly query: string
  readonly agent: StoredAgent | undefined
  readonly history: readonly PastTurn[]
  readonly conversation: Conversation | undefined
}

/** Fills the placeholders of a script, and has the data that later turns need of this one. */
export function createScriptContext(
  { world, caller }: RequestContext,
  { script, query, agent, history, conversation }: ChosenScript,
): { readonly fill: FillText; readonly memory: Omit<ScriptMemory, 'question'> | undefined } {
  if (!('match' in script)) return { fill: (text) => text, memory: undefined }
  const groups = captureGroups(script, query, history.at(-1)?.memory)
  const subject = conversation?.id ?? caller.user.id
  const fill = createFillText({
    query,
    user: caller.user,
    agent,
    history,
    groups,
    now: world.clock.iso(),
    values: script.values,
    draw: () => world.random.fraction('value', subject),
  })
  return { fill, memory: { scenario: script.name, groups } }
}
