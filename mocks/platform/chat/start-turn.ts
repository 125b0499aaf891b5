import type { EventData, TurnEvent } from '../../../contract/events.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import type { Violations } from '../../../contract/scripts/scenario.ts'
import { ApiError } from '../../world/api-error.ts'
import type { FrameStream } from '../../world/exchange.ts'
import { damageStream } from '../../server/faults/damage-response.ts'
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
import { chatBody } from '../../../contract/operations/chat.ts'

/** Runs a turn and streams it to the caller who asked (4.2). */
export function startTurn(visit: RequestContext, asked: 'react' | 'dag' | 'auto'): FrameStream {
  const { world, behaviour } = visit
  const { turns } = behaviour.policy
  const body = visit.bodyAs(chatBody)
  requireQuota(world, visit.caller.user)
  refuseSecondTurn(visit)
  const agent = resolveAgent(visit, body.agent_id)
  const conversation = resolveConversation(visit)

  const route =
    asked === 'auto' ? (directedTurnRoute(world) ?? routeQuery(world, body.q, agent)) : undefined
  const mode = route?.mode ?? (asked === 'dag' ? 'dag' : 'react')
  const past = readTurnHistory(world, conversation)
  const question = createMatchInput(visit, { mode, query: body.q, agent, past })
  const directed = takeDirectorCommand(world, mode)
  const chosen = directed.script ?? chooseScript(world.scenarios, question)
  visit.scenario = chosen?.name
  const script =
    chosen ?? fallbackScript(world, question, searchableBases(visit, conversation, agent))
  const userMessage = conversation && storeQuestion(world, conversation, readQuestion(body))
  if (route !== undefined && conversation !== undefined)
    world.store.conversations.update(conversation, { mode: route.mode })

  const { fill, memory } = createScriptContext(visit, { script, agent, past, conversation })
  if (conversation !== undefined && userMessage !== undefined && memory !== undefined)
    rememberScript(world, conversation.id, { question: userMessage, ...memory })
  const turn = createTurn(visit, mode, conversation, script.violate)
  turn.overrideText = directed.say
  if (conversation !== undefined && userMessage !== undefined)
    storeRunningTurn(world, turn, conversation.id, userMessage)
  const tempo = { startedAt: turn.startedAt, speed: world.speed }
  const ending = {
    suggestions:
      turns.suggestsAlways || agent?.suggest_followups
        ? script.suggestions?.map((text) => fill(text))
        : undefined,
    postProcessing: turns.sendsPostProcessing,
    title: chooseTitle(visit, conversation, script.title && fill(script.title)),
    titleFirst: turns.title === 'first',
  }
  if (turns.announcesRoute) sendRouting(turn, route)
  const asking = { world, turn, agent, waitSeconds: behaviour.policy.approvals.waitSeconds }
  let done: EventData<'done'> | undefined
  const send = (event: TurnEvent, moment: string) => {
    for (let left = repetitionsOf(event, script.violate); left > 0; left--)
      turn.append(event, moment)
    storeTitle(world, turn, event)
    if (event.event === 'done') {
      done = event.data
      countTowardsQuota(visit, turn, done.tokens)
    }
    if (event.event !== 'end') return
    if (userMessage !== undefined && done !== undefined) storeTurn(world, turn, userMessage, done)
    deleteRunningTurn(world, turn.id)
    world.runningTurns.remove(turn)
    turn.close('done')
  }
  const beats = runScript(script, createRunContext(visit, turn, tempo, agent, fill), body.q, ending)
  turn.playback = startPlayback<ScriptEvent['event'], Decision>(
    beats,
    tempo,
    world.clock,
    (event, moment) => {
      if (!('cue' in event)) return send(event, moment)
      return event.cue === 'approval' ? requestApproval(asking, event.call, moment) : undefined
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

/** Counts what a turn took towards the quota of whoever asked. */
function countTowardsQuota({ world, behaviour }: RequestContext, turn: Turn, tokens: number): void {
  if (turn.conversationId === undefined && !behaviour.policy.countsUnstoredTurns) return
  world.tokens.add(turn.userId, world.clock.iso(), tokens)
}

function refuseSecondTurn({ world, behaviour, loaded: found }: RequestContext): void {
  if (found === undefined || !behaviour.policy.turns.refusesSecond) return
  if (world.runningTurns.newestOf(found.id) !== undefined)
    throw new ApiError('turn-running', 'A turn runs in this conversation; wait for its end.')
}

function createTurn(
  visit: RequestContext,
  mode: 'react' | 'dag',
  conversation: Conversation | undefined,
  violations: Violations | undefined,
): Turn {
  const { world, behaviour, caller } = visit
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

/** A title is generated once, for a conversation that has none. */
function chooseTitle(
  visit: RequestContext,
  conversation: Conversation | undefined,
  title: string | undefined,
): string | undefined {
  if (visit.behaviour.policy.turns.title === 'never') return undefined
  if (conversation === undefined || conversation.title !== '') return undefined
  const words = visit.bodyAs(chatBody).q.trim().split(/\s+/).slice(0, 8).join(' ')
  return (
    title ?? (words === '' ? undefined : splitGraphemes(words.slice(0, 800)).slice(0, 80).join(''))
  )
}

const eventCounts = { missing: 0, twice: 2 } as const

/** How often an event comes: once, unless a script breaks that on purpose. */
function repetitionsOf({ event }: TurnEvent, { end, done }: Violations = {}): number {
  if (event === 'end' && end !== undefined) return eventCounts[end]
  return event === 'done' && done !== undefined ? eventCounts[done] : 1
}

/** Cursors as a script breaks them on purpose: each comes twice, or each second one falls. */
function withBrokenCursors(next: () => number, { cursor: how }: Violations = {}): () => number {
  if (how === undefined) return next
  let kept: number | undefined
  return () => {
    if (kept !== undefined) {
      const cursor = kept
      kept = undefined
      return cursor
    }
    kept = next()
    return how === 'repeated' ? kept : next()
  }
}
