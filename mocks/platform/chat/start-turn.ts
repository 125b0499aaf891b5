import type { EventData, TurnEvent } from '../../../contract/events.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import type { Violations } from '../../../contract/scripts/scenario.ts'
import { ApiError } from '../../world/api-error.ts'
import type { FrameStream } from '../../../recording/exchange.ts'
import { damageStream } from '../../../recording/faults/damage-response.ts'
import type { RequestContext } from '../request-context.ts'
import { type Decision, Turn, countFromZero } from '../../world/turns.ts'
import { requireQuota } from '../settings.ts'
import { requestApproval } from '../approvals/request-approval.ts'
import type { ScriptEvent } from './timed-events.ts'
import {
  resolveAgent,
  readQuestion,
  searchableBases,
  resolveConversation,
  type TurnContext,
  type TurnRoute,
  routeQuery,
} from './turn-input.ts'
import { chooseScript } from './choose-script.ts'
import { directedTurnRoute, takeDirectorCommand } from './director-commands.ts'
import { fallbackScript } from './fallback-script.ts'
import { streamEvents } from '../event-stream.ts'
import { splitGraphemes } from './text-units.ts'
import { storeTitle, storeQuestion, storeTurn } from './store-turn.ts'
import { createScriptContext, createMatchInput } from './script-context.ts'
import { readTurnHistory, rememberScript } from './turn-history.ts'
import { startPlayback } from '../playback.ts'
import { runScript } from './run-script.ts'
import { createRunContext } from './run-context.ts'
import { deleteRunningTurn, storeRunningTurn } from '../../world/interrupted-work.ts'

/** Starts a turn and streams it to the caller (4.2). */
export function startTurn(context: TurnContext, requested: 'react' | 'dag' | 'auto'): FrameStream {
  const { world, behaviour } = context
  const { turns } = behaviour.policy
  const { q } = context.body
  requireQuota(world, context.caller.user)
  refuseSecondTurn(context)
  const agent = resolveAgent(context)
  const conversation = resolveConversation(context)

  const route =
    requested === 'auto' ? (directedTurnRoute(world) ?? routeQuery(world, q, agent)) : undefined
  const mode = route?.mode ?? (requested === 'dag' ? 'dag' : 'react')
  const history = readTurnHistory(world, conversation)
  const input = createMatchInput(context, { mode, query: q, agent, history })
  const command = takeDirectorCommand(world, mode)
  const chosen = command.script ?? chooseScript(world.scenarios, input)
  context.scenario = chosen?.name
  const script =
    chosen ?? fallbackScript(world, input, searchableBases(context, conversation, agent))
  const userMessage = conversation && storeQuestion(world, conversation, readQuestion(context))
  if (route !== undefined && conversation !== undefined)
    world.store.conversations.update(conversation, { mode: route.mode })

  const { fill, memory } = createScriptContext(context, {
    script,
    query: q,
    agent,
    history,
    conversation,
  })
  if (conversation !== undefined && userMessage !== undefined && memory !== undefined)
    rememberScript(world, conversation.id, { question: userMessage, ...memory })
  const turn = createTurn(context, mode, conversation, script.violate)
  turn.overrideText = command.say
  if (conversation !== undefined && userMessage !== undefined)
    storeRunningTurn(world, turn, conversation.id, userMessage)
  const timeline = { startedAt: turn.startedAt, speed: world.speed }
  const ending = {
    suggestions:
      turns.alwaysSuggests || agent?.suggest_followups
        ? script.suggestions?.map((text) => fill(text))
        : undefined,
    postProcessing: turns.sendsPostProcessing,
    title: chooseTitle(context, conversation, q, script.title && fill(script.title)),
    titleFirst: turns.title === 'first',
  }
  if (turns.sendsRouting) sendRouting(turn, route)
  const approvalRequest = {
    world,
    turn,
    agent,
    waitSeconds: behaviour.policy.approvals.waitSeconds,
  }
  let done: EventData<'done'> | undefined
  const send = (event: TurnEvent, sentAt: string) => {
    for (let left = repetitionsOf(event, script.violate); left > 0; left--)
      turn.append(event, sentAt)
    storeTitle(world, turn, event)
    if (event.event === 'done') {
      done = event.data
      countTowardsQuota(context, turn, done.tokens)
    }
    if (event.event !== 'end') return
    if (userMessage !== undefined && done !== undefined) storeTurn(world, turn, userMessage, done)
    deleteRunningTurn(world, turn.id)
    world.runningTurns.remove(turn)
    turn.close('done')
  }
  const runContext = createRunContext(context, turn, timeline, agent, fill)
  turn.playback = startPlayback<ScriptEvent['event'], Decision>(
    runScript(script, runContext, q, ending),
    timeline,
    world.clock,
    (event, sentAt) => {
      if (!('signal' in event)) return send(event, sentAt)
      return event.signal === 'approval'
        ? requestApproval(approvalRequest, event.call, sentAt)
        : undefined
    },
  )
  const stream = streamEvents({
    stored: [],
    live: turn,
    includes: () => true,
    encode: behaviour.wire.frames.live,
    preamble: behaviour.wire.frames.preamble,
    lastFrame: undefined,
    keepalive: behaviour.wire.frames.keepalive,
    wall: world.systemClock,
    onDisconnect() {
      if (!turns.cancelsOnDisconnect || turn.state !== 'running') return
      turn.playback?.stop()
      deleteRunningTurn(world, turn.id)
      world.runningTurns.remove(turn)
      turn.close('cancelled')
    },
  })
  return script.fault === undefined ? stream : damageStream(stream, [script.fault], world.clock)
}

/** Counts the tokens of a turn towards the quota of its user. */
function countTowardsQuota({ world, behaviour }: RequestContext, turn: Turn, tokens: number): void {
  if (turn.conversationId === undefined && !behaviour.policy.countsUnstoredTurns) return
  world.tokenUsage.add(turn.userId, world.clock.iso(), tokens)
}

function refuseSecondTurn({ world, behaviour, resource }: TurnContext): void {
  if (resource === undefined || !behaviour.policy.turns.refusesSecond) return
  if (world.runningTurns.newestOf(resource.id) !== undefined)
    throw new ApiError('turn-running', 'A turn is running in this conversation. Wait for its end.')
}

function createTurn(
  context: RequestContext,
  mode: 'react' | 'dag',
  conversation: Conversation | undefined,
  violations: Violations | undefined,
): Turn {
  const { world, behaviour, caller } = context
  const { cursorsRestart, cursorStep } = behaviour.policy.turns
  const turn = new Turn(
    {
      id: world.random.uuid('turn', conversation?.id ?? caller.user.id),
      mode,
      conversationId: conversation?.id,
      userId: caller.user.id,
      startedAt: world.clock.now(),
    },
    withBrokenCursors(
      conversation === undefined || cursorsRestart
        ? countFromZero(cursorStep)
        : world.cursors.counterFor(conversation.id, cursorStep),
      violations,
    ),
  )
  world.runningTurns.add(turn)
  return turn
}

function sendRouting(turn: Turn, route: TurnRoute | undefined): void {
  if (route === undefined) return
  turn.append({ event: 'routing', data: route }, new Date(turn.startedAt).toISOString())
}

/** The title to send: only a conversation without one gets a title, from the script or the query. */
function chooseTitle(
  { behaviour }: RequestContext,
  conversation: Conversation | undefined,
  query: string,
  title: string | undefined,
): string | undefined {
  if (behaviour.policy.turns.title === 'never') return undefined
  if (conversation === undefined || conversation.title !== '') return undefined
  const words = query.trim().split(/\s+/).slice(0, 8).join(' ')
  return (
    title ?? (words === '' ? undefined : splitGraphemes(words.slice(0, 800)).slice(0, 80).join(''))
  )
}

const eventCounts = { missing: 0, twice: 2 } as const

/** How often an event is sent: once, unless the script violates that on purpose. */
function repetitionsOf({ event }: TurnEvent, { end, done }: Violations = {}): number {
  if (event === 'end' && end !== undefined) return eventCounts[end]
  return event === 'done' && done !== undefined ? eventCounts[done] : 1
}

/** Breaks the cursors as a script asks for: each is used twice, or every second one falls. */
function withBrokenCursors(
  next: () => number,
  { cursor: violation }: Violations = {},
): () => number {
  if (violation === undefined) return next
  let held: number | undefined
  return () => {
    if (held !== undefined) {
      const cursor = held
      held = undefined
      return cursor
    }
    held = next()
    return violation === 'repeated' ? held : next()
  }
}
