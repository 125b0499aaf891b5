import { fromSpeedFactor } from '../../../contract/duration.ts'
import type { StoredEvent } from '../../../contract/events.ts'
import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { RunningTurn, TurnInput } from '../../../contract/snapshot.ts'
import type { Table } from '../../world/changes.ts'
import type { Turn } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'
import type { LineSource } from '../line-source.ts'
import type { FillText } from './placeholders.ts'

/** A tool whose calls need an approval. */
export type ApprovedTool = {
  readonly tool: string
  /** Whether the same call runs only once in a world, however often it is approved. */
  readonly runsOnce: boolean
}

/** The fields of a scenario that a script runner plays. Fallback scripts have this type, too. */
export type Script = Omit<Scenario, 'name' | 'about' | 'match' | 'routing'> & {
  /** The tools whose calls need an approval in a plan. */
  readonly approvedTools?: readonly ApprovedTool[]
  /** The source of lines that are written while the script plays. */
  readonly source?: LineSource
}

/** A turn, its script, and the data for the end of the turn. */
export type PlayableTurn = {
  readonly turn: Turn
  /** The endpoint that was called. */
  readonly endpoint: 'react' | 'dag' | 'auto'
  readonly script: Script
  /**
   * The script's reason for its route, if the turn sends one. Its placeholders are filled before
   * those of the lines.
   */
  readonly routing?: string | undefined
  readonly query: string
  readonly agent: StoredAgent | undefined
  /** The id of the stored question; `undefined` for a turn that is not stored. */
  readonly userMessage: string | undefined
  readonly fill: FillText
  /** Creates a function that fills texts for a preview. It does not fill in random values. */
  readonly createPreviewFill: () => FillText
  /** The name of the scenario; `undefined` for a generated script. */
  readonly scenario: string | undefined
  /** The tokens of the earlier turns of the conversation. */
  readonly historyTokens: number
  /** Whether the conversation gets a title from this turn. */
  readonly needsTitle: boolean
  /** The speed factor at the start of the turn. */
  readonly speed: number
}

/** Running turns by id. Turns, events and inputs are stored immediately, so a crash loses none. */
export const runningTurns = ({ tables }: World): Table<RunningTurn> => tables.of('turns')
export const turnEvents = ({ tables }: World): Table<StoredEvent[]> => tables.of('turn-events')
export const turnInputs = ({ tables }: World): Table<TurnInput[]> => tables.of('turn-inputs')

/** Stores a turn if it has a conversation. Call this before the first event of the turn. */
export function storeRunningTurn(world: World, playable: PlayableTurn): void {
  const { turn, userMessage, endpoint, script, routing, query, agent } = playable
  if (turn.conversationId === undefined || userMessage === undefined) return
  runningTurns(world).set(turn.id, {
    mode: turn.mode,
    conversation_id: turn.conversationId,
    user_id: turn.userId,
    user_message_id: userMessage,
    started_at: turn.startedAt,
    // A script that is still being written is not stored, so its turn cannot be continued.
    ...(script.source === undefined && {
      playing: {
        endpoint,
        query,
        script: { ...playedParts(script), ...(routing !== undefined && { routing }) },
        agent_id: agent?.id ?? null,
        history_tokens: playable.historyTokens,
        needs_title: playable.needsTitle,
        speed: fromSpeedFactor(playable.speed),
      },
    }),
  })
  storeChanges(world, turn)
}

/** Stores each further event and input of a turn at once. */
export function storeChanges(world: World, turn: Turn): void {
  const inputs = turnInputs(world)
  turn.onAppend = turnEvents(world).adopt(turn.id, turn.events)
  turn.inputs.onInput = (input) => inputs.push(turn.id, input)
}

/** Deletes the stored copy of a turn that has ended. */
export function deleteRunningTurn(world: World, id: string): void {
  runningTurns(world).delete(id)
  turnEvents(world).delete(id)
  turnInputs(world).delete(id)
}

type PlayedScript = NonNullable<RunningTurn['playing']>['script']

/** The parts of a script that are stored with a running turn. */
function playedParts(script: Script): PlayedScript {
  const { pace, usage, on_inject, suggestions = [], title, violate, values, approvedTools } = script
  const { own_pauses, literal, closing } = script
  const texts = { on_inject, title, values, literal }
  const parts = { pace, usage, violate, approvedTools, own_pauses, closing, ...texts }
  const given = Object.entries(parts).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(given),
    script: script.script,
    ...(suggestions.length > 0 && { suggestions }),
  } as PlayedScript
}
