import type { EventData, TurnEvent } from '../../contract/events.ts'
import type { Conversation } from '../../contract/records/conversation.ts'
import type { Violations } from '../../contract/scripts/scenario.ts'
import { ApiError } from '../world/api-error.ts'
import type { FrameStream } from '../world/exchange.ts'
import { damageStream } from '../server/faults/damage-response.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { type Decision, Turn, countFromZero } from '../world/turns.ts'
import { requireQuota } from '../platform/settings.ts'
import { askApproval } from './ask-approval.ts'
import type { Beat } from './beats.ts'
import { agentFor, askedOf, basesFor, conversationFor } from './brief.ts'
import { chooseScript } from './choose-script.ts'
import { directedRoute, takeDirection } from './direct.ts'
import { fallbackScript } from './fallback.ts'
import { follow } from './follow.ts'
import { graphemes } from './graphemes.ts'
import { keepEvent, keepQuestion, keepTurn } from './keep.ts'
import { fillingOf, questionOf } from './occasion.ts'
import { pastOf, remember } from './past.ts'
import { play } from './play.ts'
import { type Route, routeQuery } from './route-query.ts'
import { tell } from './tell.ts'
import { tellingOf } from './telling.ts'
import { forgetUnfinished, keepUnfinished } from './unfinished.ts'
import { brokenCursors, timesOf } from './violations.ts'
import { chatBody } from '../../contract/operations/chat.ts'

/** Runs a turn and streams it to the caller who asked (4.2). */
export function startTurn(visit: RequestContext, asked: 'react' | 'dag' | 'auto'): FrameStream {
  const { world, behaviour } = visit
  const { turns } = behaviour.policy
  const body = visit.bodyAs(chatBody)
  requireQuota(world, visit.caller.user)
  refuseSecondTurn(visit)
  const agent = agentFor(visit, body.agent_id)
  const conversation = conversationFor(visit)

  const route =
    asked === 'auto' ? (directedRoute(world) ?? routeQuery(world, body.q, agent)) : undefined
  const mode = route?.mode ?? (asked === 'dag' ? 'dag' : 'react')
  const past = pastOf(world, conversation)
  const question = questionOf(visit, { mode, query: body.q, agent, past })
  const directed = takeDirection(world, mode)
  const chosen = directed.script ?? chooseScript(world.scenarios, question)
  visit.scenario = chosen?.name
  const script = chosen ?? fallbackScript(world, question, basesFor(visit, conversation, agent))
  const userMessage = conversation && keepQuestion(world, conversation, askedOf(body))
  if (route !== undefined && conversation !== undefined)
    world.store.conversations.update(conversation, { mode: route.mode })

  const { fill, memory } = fillingOf(visit, { script, agent, past, conversation })
  if (conversation !== undefined && userMessage !== undefined && memory !== undefined)
    remember(world, conversation.id, { question: userMessage, ...memory })
  const turn = openTurn(visit, mode, conversation, script.violate)
  turn.overrideText = directed.say
  if (conversation !== undefined && userMessage !== undefined)
    keepUnfinished(world, turn, conversation.id, userMessage)
  const tempo = { startedAt: turn.startedAt, speed: world.speed }
  const ending = {
    suggestions:
      turns.suggestsAlways || agent?.suggest_followups
        ? script.suggestions?.map((text) => fill(text))
        : undefined,
    postProcessing: turns.sendsPostProcessing,
    title: titleFor(visit, conversation, script.title && fill(script.title)),
    titleFirst: turns.title === 'first',
  }
  if (turns.announcesRoute) announce(turn, route)
  const asking = { world, turn, agent, waitSeconds: behaviour.policy.approvals.waitSeconds }
  let done: EventData<'done'> | undefined
  const send = (event: TurnEvent, moment: string) => {
    for (let left = timesOf(event, script.violate); left > 0; left--) turn.append(event, moment)
    keepEvent(world, turn, event)
    if (event.event === 'done') {
      done = event.data
      countTokens(visit, turn, done.tokens)
    }
    if (event.event !== 'end') return
    if (userMessage !== undefined && done !== undefined) keepTurn(world, turn, userMessage, done)
    forgetUnfinished(world, turn.id)
    world.runningTurns.remove(turn)
    turn.close('done')
  }
  const beats = tell(script, tellingOf(visit, turn, tempo, agent, fill), body.q, ending)
  turn.playback = play<Beat['event'], Decision>(beats, tempo, world.clock, (event, moment) => {
    if (!('cue' in event)) return send(event, moment)
    return event.cue === 'approval' ? askApproval(asking, event.call, moment) : undefined
  })
  const stream = follow({
    past: [],
    live: turn,
    wants: () => true,
    frame: behaviour.wire.frames.live,
    preamble: behaviour.wire.frames.preamble,
    tail: undefined,
    keepalive: behaviour.wire.frames.keepalive,
    wall: world.systemClock,
    onLeave() {
      if (!turns.cancelsOnDisconnect || turn.state !== 'running') return
      turn.playback?.stop()
      forgetUnfinished(world, turn.id)
      world.runningTurns.remove(turn)
      turn.close('cancelled')
    },
  })
  return script.fault === undefined ? stream : damageStream(stream, [script.fault], world.clock)
}

/** Counts what a turn took towards the quota of whoever asked. */
function countTokens({ world, behaviour }: RequestContext, turn: Turn, tokens: number): void {
  if (turn.conversationId === undefined && !behaviour.policy.countsUnstoredTurns) return
  world.tokens.add(turn.userId, world.clock.iso(), tokens)
}

function refuseSecondTurn({ world, behaviour, loaded: found }: RequestContext): void {
  if (found === undefined || !behaviour.policy.turns.refusesSecond) return
  if (world.runningTurns.newestOf(found.id) !== undefined)
    throw new ApiError('turn-running', 'A turn runs in this conversation; wait for its end.')
}

function openTurn(
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
    brokenCursors(
      conversation === undefined || cursorsRestart
        ? countFromZero(cursorStep)
        : world.cursors.counterFor(conversation.id, cursorStep),
      violations,
    ),
  )
  world.runningTurns.add(turn)
  return turn
}

function announce(turn: Turn, route: Route | undefined): void {
  if (route === undefined) return
  turn.append({ event: 'routing', data: route }, new Date(turn.startedAt).toISOString())
}

/** A title is generated once, for a conversation that has none. */
function titleFor(
  visit: RequestContext,
  conversation: Conversation | undefined,
  title: string | undefined,
): string | undefined {
  if (visit.behaviour.policy.turns.title === 'never') return undefined
  if (conversation === undefined || conversation.title !== '') return undefined
  const words = visit.bodyAs(chatBody).q.trim().split(/\s+/).slice(0, 8).join(' ')
  return title ?? (words === '' ? undefined : graphemes(words.slice(0, 800)).slice(0, 80).join(''))
}
