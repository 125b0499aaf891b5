import { toSpeedFactor } from '../../../contract/duration.ts'
import type { StoredEvent } from '../../../contract/events.ts'
import type { RunningTurn } from '../../../contract/snapshot.ts'
import { Turn } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'
import { expireApproval } from '../approvals/decide-approval.ts'
import { forgetTurns } from '../conversations/conversation-records.ts'
import { endTurn, playTurn } from './play-turn.ts'
import {
  deleteRunningTurn,
  runningTurns,
  storeChanges,
  turnEvents,
  turnInputs,
} from './playable-turn.ts'
import { createTurnFill } from './script-context.ts'
import { EventMismatchError } from './skip-sent-events.ts'
import { storeUnanswered } from './store-turn.ts'
import { createNextCursor } from './turn-cursors.ts'
import { historyBefore } from './turn-history.ts'

/**
 * Continues the turns that were running when a world was stored. Events that became due since then
 * are sent at once. A turn that cannot continue, for example because its agent was changed, ends
 * with the last stored event. If a deployment cancels the turns of clients that disconnect, no turn
 * continues. The approvals of a turn that cannot continue expire.
 */
export function continueTurns(world: World): void {
  for (const [id, row] of runningTurns(world).entries()) {
    const events = turnEvents(world).get(id) ?? []
    const inputs = turnInputs(world).get(id) ?? []
    const { policy } = behaviourOf(world, row)
    if (!policy.turns.cancelsOnDisconnect) {
      if (continueTurn(world, id, row, events)) continue
      storeUnanswered(world, { ...aboutTurn(id, row), events }, row.user_message_id)
    }
    deleteRunningTurn(world, id)
    for (const input of inputs) if ('approval' in input) expireApproval(world, input.approval)
    forgetTurns(world, row.conversation_id)
  }
}

const behaviourOf = (world: World, { mode, playing }: RunningTurn) =>
  world.behaviour(`chat.${playing?.endpoint ?? mode}`)

const aboutTurn = (id: string, { mode, conversation_id, user_id, started_at }: RunningTurn) => ({
  id,
  mode,
  conversationId: conversation_id,
  userId: user_id,
  startedAt: started_at,
})

/** Continues a turn. Returns false if that is impossible. */
function continueTurn(
  world: World,
  id: string,
  row: RunningTurn,
  events: readonly StoredEvent[],
): boolean {
  const { conversation_id, user_message_id, playing } = row
  const user = world.store.users.get(row.user_id)
  const conversation = world.store.conversations.get(conversation_id)
  if (playing === undefined || user === undefined || conversation === undefined) return false
  const { endpoint, query, agent_id, script } = playing
  const behaviour = behaviourOf(world, row)
  const about = aboutTurn(id, row)
  const turn = new Turn(about, createNextCursor(world, behaviour, about, script.violate, events))
  // Not spread, because a function call takes at most some 100,000 arguments.
  for (const event of events) turn.events.push(event)
  turn.inputs.load(turnInputs(world).get(id) ?? [])
  storeChanges(world, turn)
  const agent = world.store.agents.get(agent_id ?? '')
  const { history, groups, scenario } = historyBefore(world, conversation, user_message_id)
  world.runningTurns.add(turn)
  try {
    const fills = createTurnFill({ world, turn, script, query, user, agent, history, groups })
    // The route's reason is filled first, because its random values were recorded first.
    if (script.routing !== undefined) fills.fill(script.routing)
    const playable = {
      turn,
      endpoint,
      script,
      query,
      agent,
      userMessage: user_message_id,
      ...fills,
      scenario,
      historyTokens: playing.history_tokens,
      needsTitle: playing.needs_title,
      speed: toSpeedFactor(playing.speed),
    }
    playTurn({ world, behaviour }, playable, true)
    return true
  } catch (error) {
    if (!(error instanceof EventMismatchError)) throw error
    endTurn(world, turn, 'cancelled')
    return false
  }
}
