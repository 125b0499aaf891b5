import type { EventData, TurnEvent } from '../../../contract/events.ts'
import type { StreamFault } from '../../../contract/fault.ts'
import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import type { Violations } from '../../../contract/scripts/scenario.ts'
import { damageStream } from '../../../recording/faults/damage-response.ts'
import type { FrameStream } from '../../../recording/exchange.ts'
import { deleteRunningTurn } from '../../world/interrupted-work.ts'
import type { Decision, Turn } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'
import { requestApproval } from '../approvals/request-approval.ts'
import { streamEvents } from '../event-stream.ts'
import { startPlayback } from '../playback.ts'
import type { RequestContext } from '../request-context.ts'
import type { FillText } from './placeholders.ts'
import { createRunContext } from './run-context.ts'
import { runScript, type TurnEnding } from './run-script.ts'
import type { Script } from './script-runner.ts'
import { storeTitle, storeTurn } from './store-turn.ts'
import { splitGraphemes } from './text-units.ts'
import type { ScriptEvent } from './timed-events.ts'
import type { TurnContext } from './turn-input.ts'

/** A turn, its script, and the data for the end of the turn. */
type PlayableTurn = {
  readonly turn: Turn
  readonly script: Script
  readonly agent: StoredAgent | undefined
  readonly conversation: Conversation | undefined
  /** The id of the stored question; `undefined` for a turn that is not stored. */
  readonly userMessage: string | undefined
  readonly fill: FillText
  /** The tokens of the earlier turns of the conversation. */
  readonly historyTokens: number
}

/** Plays the script of a turn on the world's clock, and stores the turn at its end. */
export function playTurn(context: TurnContext, playable: PlayableTurn): void {
  const { world, behaviour, body } = context
  const { turn, script, agent, fill, historyTokens } = playable
  const { waitSeconds } = behaviour.policy.approvals
  const timeline = { startedAt: turn.startedAt, speed: world.speed }
  const ending = endingOf(context, playable)
  const { approvedTools } = script
  const runContext = {
    ...createRunContext(context, turn, timeline, agent, fill, historyTokens),
    approvedTools,
  }
  const send = createSender(context, playable)
  turn.playback = startPlayback<ScriptEvent['event'], Decision>(
    runScript(script, runContext, body.q, ending),
    timeline,
    world.clock,
    (event, sentAt) => {
      if (!('signal' in event)) return send(event, sentAt)
      if (event.signal === 'line') return undefined
      return requestApproval({ world, turn, agent, waitSeconds }, event.call, sentAt)
    },
  )
}

/** Streams a turn to the client that started it, damaged by the fault of its script. */
export function streamTurn(
  { world, behaviour }: TurnContext,
  turn: Turn,
  fault: StreamFault | undefined,
): FrameStream {
  const { frames } = behaviour.wire
  const stream = streamEvents({
    stored: [],
    live: turn,
    includes: () => true,
    encode: (event) => [frames.live(event)],
    preamble: frames.preamble,
    lastFrame: undefined,
    keepalive: frames.keepalive,
    wall: world.systemClock,
    onDisconnect() {
      if (!behaviour.policy.turns.cancelsOnDisconnect || turn.state !== 'running') return
      turn.playback?.stop()
      endTurn(world, turn, 'cancelled')
    },
  })
  return fault === undefined ? stream : damageStream(stream, [fault], world.clock)
}

/** Appends each event to the turn, and stores the changes that follow from it. */
function createSender(context: TurnContext, { turn, script, userMessage }: PlayableTurn) {
  const { world } = context
  let done: EventData<'done'> | undefined
  return (scripted: TurnEvent, sentAt: string): void => {
    const event = storeTitle(world, turn, scripted)
    for (let left = repetitionsOf(event, script.violate); left > 0; left--)
      turn.append(event, sentAt)
    if (event.event === 'done') {
      done = event.data
      countTowardsQuota(context, turn, done.tokens)
    }
    if (event.event !== 'end') return
    if (userMessage !== undefined && done !== undefined) storeTurn(world, turn, userMessage, done)
    endTurn(world, turn, 'done')
  }
}

function endTurn(world: World, turn: Turn, state: 'done' | 'cancelled'): void {
  deleteRunningTurn(world, turn.id)
  world.runningTurns.remove(turn)
  turn.close(state)
}

function endingOf(context: TurnContext, playable: PlayableTurn): TurnEnding {
  const { turns } = context.behaviour.policy
  const { script, agent, conversation, fill } = playable
  const suggests = turns.alwaysSuggests || agent?.suggest_followups === true
  return {
    suggestions: suggests ? script.suggestions?.map((text) => fill(text)) : undefined,
    postProcessing: turns.sendsPostProcessing,
    title: chooseTitle(context, conversation, script.title && fill(script.title)),
    titleFirst: turns.title === 'first',
  }
}

/** The title to send: only a conversation without one gets a title, from the script or the query. */
function chooseTitle(
  { behaviour, body }: TurnContext,
  conversation: Conversation | undefined,
  title: string | undefined,
): string | undefined {
  if (behaviour.policy.turns.title === 'never') return undefined
  if (conversation === undefined || conversation.title !== '') return undefined
  const words = body.q.trim().split(/\s+/).slice(0, 8).join(' ')
  return (
    title ?? (words === '' ? undefined : splitGraphemes(words.slice(0, 800)).slice(0, 80).join(''))
  )
}

/** Counts the tokens of a turn towards the quota of its user. */
function countTowardsQuota({ world, behaviour }: RequestContext, turn: Turn, tokens: number): void {
  if (turn.conversationId === undefined && !behaviour.policy.countsUnstoredTurns) return
  world.tokenUsage.add(turn.userId, world.clock.iso(), tokens)
}

const eventCounts = { missing: 0, twice: 2 } as const

/** The number of times that an event is sent: one, unless the script violates this on purpose. */
function repetitionsOf({ event }: TurnEvent, { end, done }: Violations = {}): number {
  if (event === 'end' && end !== undefined) return eventCounts[end]
  return event === 'done' && done !== undefined ? eventCounts[done] : 1
}
