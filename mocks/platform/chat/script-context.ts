import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { RequestContext } from '../request-context.ts'
import { type RecordKind, collectionOfKind } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { MatchInput } from './choose-script.ts'
import { captureGroups } from './match-query.ts'
import type { ScriptMemory, PastTurn } from './turn-history.ts'
import { type FillText, createFillText } from './placeholders.ts'
import type { Script } from './script-runner.ts'
import { chatBody } from '../../../contract/operations/chat.ts'

type TurnFacts = {
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent: StoredAgent | undefined
  readonly past: readonly PastTurn[]
}

/** What a call asks, for the choice of a script. */
export function createMatchInput(
  { world, caller }: RequestContext,
  { past, ...asked }: TurnFacts,
): MatchInput & TurnFacts {
  return {
    ...asked,
    past,
    user: caller.user,
    turn: past.length + 1,
    after: past.at(-1)?.memory?.scenario,
    count: (kind, where) => countRecords(world, kind, where),
  }
}

function countRecords(
  world: World,
  kind: string,
  where: Readonly<Record<string, unknown>>,
): number {
  if (!Object.hasOwn(collectionOfKind, kind)) return 0
  const fields = Object.entries(where).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  )
  let count = 0
  for (const record of world.store[
    collectionOfKind[kind as RecordKind]
  ].values() as Iterable<object>)
    if (fields.every(([name, value]) => JSON.stringify(Reflect.get(record, name)) === value))
      count++
  return count
}

/** A script that is about to be told, as far as the filling of its places goes. */
type ChosenScript = {
  /** What was made for the query has no places. */
  readonly script: Script | Scenario
  readonly agent: StoredAgent | undefined
  readonly past: readonly PastTurn[]
  readonly conversation: Conversation | undefined
}

/** How the places of a script are filled, and what is to be remembered of its turn. */
export function createScriptContext(
  visit: RequestContext,
  { script, agent, past, conversation }: ChosenScript,
): { readonly fill: FillText; readonly memory: Omit<ScriptMemory, 'question'> | undefined } {
  if (!('match' in script)) return { fill: (text) => text, memory: undefined }
  const { world, caller } = visit
  const query = visit.bodyAs(chatBody).q
  const groups = captureGroups(script, query, past.at(-1)?.memory)
  const subject = conversation?.id ?? caller.user.id
  const fill = createFillText({
    query,
    user: caller.user,
    agent,
    past,
    groups,
    now: world.clock.iso(),
    values: script.values,
    draw: () => world.random.fraction('value', subject),
  })
  return { fill, memory: { scenario: script.name, groups } }
}
