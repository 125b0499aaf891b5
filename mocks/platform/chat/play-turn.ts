import type { EventData, TurnEvent } from '../../../contract/events.ts'
import type { StreamFault } from '../../../contract/fault.ts'
import type { Violations } from '../../../contract/scripts/scenario.ts'
import { damageStream } from '../../../traffic/faults/damage-response.ts'
import type { FrameStream } from '../../../contract/plain-http.ts'
import type { Decision } from '../../world/turn-inputs.ts'
import type { Turn } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'
import { EventStream } from '../event-stream.ts'
import { startPlayback, type Suspension } from '../playback.ts'
import type { RequestContext } from '../request-context.ts'
import { forgetTurns } from '../conversations/conversation-records.ts'
import { deleteRunningTurn, type PlayableTurn } from './playable-turn.ts'
import { createOutline } from './outline-turn.ts'
import { waitForLines } from '../line-source.ts'
import { createRunContext } from './run-context.ts'
import { runScript, type TurnEnding } from './run-script.ts'
import { storeTitleLater } from './late-titles.ts'
import { countSteps, skipSentEvents } from './skip-sent-events.ts'
import { storeTitle, storeTurn, storeUnanswered } from './store-turn.ts'
import { splitGraphemes } from '../../../contract/scripts/text-units.ts'
import type { ScriptEvent } from './timed-events.ts'
import type { TurnContext } from './turn-input.ts'
import { newRecords } from '../../../contract/new-records.ts'
import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { StoredConfirmation } from '../../../contract/records/confirmation.ts'
import type { ScriptCall } from '../../../contract/scripts/lines.ts'
import { toIsoTime } from '../../world/clock.ts'
import { expireApproval } from '../approvals/decide-approval.ts'

type PlayContext = Pick<RequestContext, 'world' | 'behaviour'>

/**
 * Plays the script of a turn by the world's clock, and stores the turn when it has ended. A loaded
 * turn continues after its last event. Throws `EventMismatchError` if the script of a loaded turn
 * does not reproduce the events that were sent before.
 */
export function playTurn(context: PlayContext, playable: PlayableTurn, isLoaded = false): void {
  const { world } = context
  const { turn, script, query } = playable
  const timeline = { startedAt: turn.startedAt, speed: playable.speed }
  turn.inputs.follow(timeline)
  const runContext = createRunContext(context, playable, timeline)
  const ending = turnEndingOf(context, playable)
  turn.played = {
    question: query,
    scenario: playable.scenario,
    outline: createOutline(playable, timeline, runContext, ending),
  }
  const { send, skip } = createSender(context, playable)
  const events = countSteps(runScript(script, runContext, query, ending), turn)
  turn.playback = startPlayback<ScriptEvent['event'], Decision>(
    isLoaded ? skipSentEvents(events, turn, skip) : events,
    timeline,
    world.clock,
    (event, sentAt) => {
      if (!('signal' in event)) return send(event, sentAt)
      if (event.signal === 'more') return waitForLines(world, turn, event)
      if (event.signal !== 'approval') return undefined
      return requestApproval(context, playable, event.call, sentAt, event.requested)
    },
    () => turn.inputs.retimed(timeline),
  )
}

/** Streams a turn to the client that started it. A fault in its script damages the stream. */
export function streamTurn(
  { world, behaviour }: TurnContext,
  turn: Turn,
  fault: StreamFault | undefined,
): FrameStream {
  const { frames } = behaviour.wire
  const stream = new EventStream({
    live: turn,
    encode: (event) => [frames.live(event)],
    frames,
    wall: world.systemClock,
    onDisconnect() {
      if (!behaviour.policy.turns.cancelsOnDisconnect || turn.state !== 'running') return
      turn.playback?.stop()
      endTurn(world, turn, 'cancelled')
    },
  })
  return fault === undefined ? stream : damageStream(stream, [fault], world.clock)
}

/**
 * Returns two functions. `send` appends an event to the turn and updates the stored records. `skip`
 * is called for an event that was sent before, and returns how often the event was sent.
 */
function createSender(context: PlayContext, playable: PlayableTurn) {
  const { world } = context
  const { turn, script, userMessage } = playable
  const { replacesTitle, failsWithDone } = context.behaviour.policy.turns
  let done: EventData<'done'> | undefined
  return {
    send(scripted: TurnEvent, sentAt: string): void {
      const event = storeTitle(world, turn, scripted, replacesTitle)
      for (let left = repetitionsOf(event, script.violate); left > 0; left--)
        turn.append(event, sentAt)
      if (event.event === 'done') {
        done = event.data
        countTowardsQuota(context, turn, done.tokens)
      }
      if (event.event !== 'end') return
      if (userMessage !== undefined && done !== undefined) storeTurn(world, turn, userMessage, done)
      // Deployments that end a failed turn with `done` do not store failed turns at all.
      else if (userMessage !== undefined && !failsWithDone)
        storeUnanswered(world, turn, userMessage)
      endTurn(world, turn, 'done')
      if (userMessage !== undefined && done !== undefined) scheduleTitle(context, playable)
    },
    skip(event: TurnEvent): number {
      if (event.event === 'done') done = event.data
      return repetitionsOf(event, script.violate)
    },
  }
}

/** Ends a running turn. A cancelled turn is not stored. */
export function endTurn(world: World, turn: Turn, state: 'done' | 'cancelled'): void {
  deleteRunningTurn(world, turn.id)
  world.runningTurns.delete(turn)
  if (turn.conversationId !== undefined) forgetTurns(world, turn.conversationId)
  turn.close(state)
}

/** Schedules the title of a new conversation, in deployments that set it after the first turn. */
function scheduleTitle({ world, behaviour }: PlayContext, playable: PlayableTurn): void {
  const { turn, needsTitle, speed } = playable
  const { title: when } = behaviour.policy.turns
  const title = needsTitle ? titleOf(playable) : undefined
  const { conversationId = '' } = turn
  if (typeof when === 'string' || title === undefined) return
  if (world.store.messages.owned(conversationId, 'oldest').length > 2) return
  const due_at = world.clock.now() + (when.secondsAfterEnd * 1000) / speed
  storeTitleLater(world, conversationId, { title, due_at })
}

function turnEndingOf({ behaviour }: PlayContext, playable: PlayableTurn): TurnEnding {
  const { turns } = behaviour.policy
  const { script, agent, fill } = playable
  const inStream = turns.title === 'first' || turns.title === 'last'
  const suggests = turns.alwaysSuggests || agent?.suggest_followups === true
  return {
    suggestions: suggests ? script.suggestions?.map((text) => fill(text)) : undefined,
    postProcessing: turns.sendsPostProcessing,
    title: playable.needsTitle && inStream ? titleOf(playable) : undefined,
    titleFirst: turns.title === 'first',
  }
}

/** The title of a conversation: from its script, else the first words of the query. */
function titleOf({ script, query, fill }: PlayableTurn): string | undefined {
  if (script.title !== undefined) return fill(script.title)
  const words = query.trim().split(/\s+/).slice(0, 8).join(' ')
  if (words === '') return undefined
  // The length is checked first, because splitting is slow and few queries are that long.
  return words.length <= 80 ? words : splitGraphemes(words.slice(0, 800)).slice(0, 80).join('')
}

/** Counts the tokens of a turn towards the quota of its user. */
function countTowardsQuota({ world, behaviour }: PlayContext, turn: Turn, tokens: number): void {
  if (turn.conversationId === undefined && !behaviour.policy.countsUnstoredTurns) return
  world.tokenUsage.add(turn.userId, world.clock.iso(), tokens)
}

const eventCounts = { missing: 0, twice: 2 } as const

/** How many times an event is sent: once, unless the script omits or repeats the event on purpose. */
function repetitionsOf({ event }: TurnEvent, { end, done }: Violations = {}): number {
  if (event === 'end' && end !== undefined) return eventCounts[end]
  return event === 'done' && done !== undefined ? eventCounts[done] : 1
}

/**
 * Requests approval for a tool call. Suspends the turn until the request is decided or expires (3).
 * If a loaded turn was waiting for a decision already, `requested` is the id of its confirmation.
 */
function requestApproval(
  context: PlayContext,
  playable: PlayableTurn,
  call: ScriptCall,
  requestedAt: string,
  requested: string | undefined,
): Suspension<Decision> {
  const { world, behaviour } = context
  const { turn } = playable
  const confirmation =
    world.store.confirmations.get(requested ?? '') ??
    createConfirmation(world, playable, call, requestedAt)
  const { waitSeconds } = behaviour.policy.approvals
  const timeout = Date.parse(confirmation.created_at) + waitSeconds * 1000
  if (confirmation.id !== requested) {
    turn.inputs.requestApproval(confirmation.id, turn.events.length)
    const event = confirmationEvent(context, playable, confirmation, toIsoTime(timeout))
    turn.append(event, requestedAt)
  }
  return (resume) => {
    const expire = () => expireApproval(world, confirmation.id)
    const cancelTimer = world.clock.at(timeout, expire, {
      kind: 'approval',
      subject: confirmation.tool_name,
    })
    turn.pendingConfirmation = confirmation.id
    world.approvals.set(confirmation.id, (decision) => {
      turn.pendingConfirmation = undefined
      cancelTimer()
      turn.inputs.decide(decision)
      resume(decision)
    })
    return expire
  }
}

function createConfirmation(
  world: World,
  { turn, agent }: PlayableTurn,
  call: ScriptCall,
  requestedAt: string,
): StoredConfirmation {
  return world.store.confirmations.insert({
    ...newRecords.confirmations,
    id: world.random.id('confirmation', turn.id),
    user_id: turn.userId,
    agent_id: agent?.id ?? null,
    approver_scope: agent?.confirmation_approver_scope ?? 'initiator',
    mode: isApprovedInChannel(world, agent) ? 'channel' : 'inline',
    tool_name: call.tool,
    arguments: call.input ?? {},
    created_at: requestedAt,
  })
}

function isApprovedInChannel(world: World, agent: StoredAgent | undefined): boolean {
  if (agent === undefined || agent.confirmation_mode === 'inline_only') return false
  return agent.confirmation_mode === 'channel_only' || approvalChannel(world, agent) !== undefined
}

/** The channel that shows the approvals of an agent, unless it was deleted or switched off. */
function approvalChannel({ store }: World, agent: StoredAgent | undefined) {
  const channel = store.channels.get(agent?.approval_channel_id ?? '')
  return channel?.is_active === true ? channel : undefined
}

function confirmationEvent(
  { world, behaviour }: PlayContext,
  { agent }: PlayableTurn,
  { id, tool_name, arguments: toolArguments, agent_id, mode, approver_scope }: StoredConfirmation,
  timeout_at: string,
) {
  const channel = approvalChannel(world, agent)
  const { plainEvent } = behaviour.policy.approvals
  const data = {
    type: 'awaiting_confirmation',
    confirmation_id: id,
    tool_name,
    arguments: toolArguments,
    // Only this date is formatted here. `wire` formats all other dates.
    timeout_at: plainEvent ? timeout_at.replace(/\.\d+Z$/, '+00:00') : timeout_at,
    agent_id,
    mode,
    channel_label: (mode === 'channel' ? channel?.name : undefined) ?? (plainEvent ? '' : null),
    approver_scope,
  } as const
  return { event: 'awaiting_confirmation', data } as const
}
