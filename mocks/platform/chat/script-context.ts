import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { RequestContext } from '../request-context.ts'
import { countRecords } from '../count-records.ts'
import { toIsoTime } from '../../world/clock.ts'
import type { Turn } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'
import type { MatchInput } from './choose-script.ts'
import { captureGroups } from './match-query.ts'
import type { ScriptMemory, PastTurn } from './turn-history.ts'
import { type FillText, createFillText } from './placeholders.ts'
import type { Script } from './playable-turn.ts'

type TurnFacts = {
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent: StoredAgent | undefined
  readonly history: readonly PastTurn[]
}

/** Creates the input for the `match` of scripts from the data of a turn. */
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

type ScriptValues = {
  readonly world: World
  readonly turn: Turn
  readonly script: Script
  readonly query: string
  readonly user: StoredUser
  readonly agent: StoredAgent | undefined
  readonly history: readonly PastTurn[]
  /** The named groups of the query; `undefined` for a fallback script, which has no placeholders. */
  readonly groups: Readonly<Record<string, string>> | undefined
}

const keepTextAsWritten: FillText = (text) => text

/** Creates two functions that fill placeholders of a script: one for the turn, one for previews. */
export function createTurnFill({ world, turn, script, groups, ...sources }: ScriptValues) {
  if (groups === undefined || script.literal === true)
    return { fill: keepTextAsWritten, createPreviewFill: () => keepTextAsWritten }
  const subject = turn.conversationId ?? turn.userId
  const known = { ...sources, groups, now: toIsoTime(turn.startedAt) }
  const draw = () => turn.inputs.draw(() => world.random.fraction('value', subject))
  return {
    fill: createFillText({ ...known, values: script.values, draw }),
    createPreviewFill: () => createFillText({ ...known, values: {}, draw }),
  }
}

/** The data of a script that later turns need; `undefined` for a fallback script. */
export const scriptMemoryOf = (
  script: Script | Scenario,
  query: string,
  history: readonly PastTurn[],
): Omit<ScriptMemory, 'question'> | undefined =>
  'match' in script
    ? { scenario: script.name, groups: captureGroups(script, query, history.at(-1)?.memory) }
    : undefined
