import { chatBody } from '../../contract/bodies.ts'
import type { StoredAgent } from '../../contract/records/agent.ts'
import type { Conversation } from '../../contract/records/conversation.ts'
import { ApiError } from '../api-error.ts'
import type { FrameStream } from '../call.ts'
import type { Visit } from '../pipeline/visit.ts'
import { countFromZero } from '../state/cursors.ts'
import { Turn } from '../state/turn.ts'
import type { Telling } from './beats.ts'
import { agentFor, askedOf, basesFor, conversationFor } from './brief.ts'
import { chooseScript } from './choose-script.ts'
import { fallbackScript } from './fallback.ts'
import { follow } from './follow.ts'
import { keepEvent, keepQuestion, keepTurn } from './keep.ts'
import { dueAt, play } from './play.ts'
import { type Route, routeQuery } from './route-query.ts'
import { tell } from './tell.ts'

/** Runs a turn and streams it to the caller who asked (4.2). */
export function startTurn(visit: Visit, asked: 'react' | 'dag' | 'auto'): FrameStream {
  const { world, behaviour } = visit
  const { turns } = behaviour.policy
  const body = visit.bodyAs(chatBody)
  refuseSecondTurn(visit)
  const agent = agentFor(visit, body.agent_id)
  const conversation = conversationFor(visit)

  const route = asked === 'auto' ? routeQuery(world, body.q, agent) : undefined
  const mode = route?.mode ?? (asked === 'dag' ? 'dag' : 'react')
  const question = { mode, query: body.q, agent }
  const script =
    chooseScript(world.scenarios, question) ??
    fallbackScript(world, question, basesFor(visit, conversation, agent))
  const userMessage = conversation && keepQuestion(world, conversation, askedOf(body))
  if (route !== undefined && conversation !== undefined)
    world.store.conversations.update(conversation, { mode: route.mode })

  const turn = openTurn(visit, mode, conversation)
  const tempo = { startedAt: turn.startedAt, speed: world.speed }
  const { user } = visit.caller
  const telling = {
    mode,
    fill: filling({
      query: body.q,
      agent: agent?.name ?? 'the assistant',
      user: user.display_name ?? user.email,
    }),
    moment: (at: number) => new Date(dueAt(tempo, at)).toISOString(),
    seconds: (ms: number) => Math.round(ms / world.speed) / 1000,
    sendsHeartbeat: turns.sendsHeartbeat,
    tools: turns.announcesTools ? toolsOf(agent) : undefined,
  }
  const ending = {
    suggestions: turns.suggestsAlways || agent?.suggest_followups ? script.suggestions : undefined,
    postProcessing: turns.sendsPostProcessing,
    title: titleFor(visit, conversation, script, body.q),
    titleFirst: turns.title === 'first',
  }
  if (turns.announcesRoute) announce(turn, route)
  const stop = play(tell(script, telling, body.q, ending), tempo, world.clock, (event, moment) => {
    turn.append(event, moment)
    keepEvent(world, turn, event)
    if (event.event !== 'end') return
    if (userMessage !== undefined) keepTurn(world, turn, userMessage)
    world.running.remove(turn)
    turn.close('done')
  })
  return follow({
    past: [],
    live: turn,
    wants: () => true,
    frame: behaviour.wire.frames.live,
    preamble: behaviour.wire.frames.preamble,
    tail: undefined,
    keepalive: behaviour.wire.frames.keepalive,
    wall: world.wall,
    onLeave() {
      if (!turns.cancelsOnDisconnect || turn.state !== 'running') return
      stop()
      world.running.remove(turn)
      turn.close('cancelled')
    },
  })
}

/** Puts values in the places of a text, all at once: what a value says is not a place. */
const filling =
  (values: Record<'query' | 'agent' | 'user', string>): Telling['fill'] =>
  (text) =>
    text.replaceAll(
      /\{\{(query|agent|user)\}\}/g,
      (_place, name: keyof typeof values) => values[name],
    )

function refuseSecondTurn({ world, behaviour, found }: Visit): void {
  if (found === undefined || !behaviour.policy.turns.refusesSecond) return
  if (world.running.newestOf(found.id) !== undefined)
    throw new ApiError('turn-running', 'A turn runs in this conversation; wait for its end.')
}

function openTurn(
  visit: Visit,
  mode: 'react' | 'dag',
  conversation: Conversation | undefined,
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
    conversation === undefined || cursorsRestart
      ? countFromZero(cursorStep)
      : world.cursors.ofConversation(conversation.id, cursorStep),
  )
  world.running.add(turn)
  return turn
}

/** The tools among which a turn selects: those of its agent's categories, and the common ones. */
const toolsOf = (agent: StoredAgent | undefined) => 13 + (agent?.tool_categories.length ?? 0) * 4

function announce(turn: Turn, route: Route | undefined): void {
  if (route === undefined) return
  turn.append({ event: 'routing', data: route }, new Date(turn.startedAt).toISOString())
}

/** A title is generated once, for a conversation that has none. */
function titleFor(
  { behaviour }: Visit,
  conversation: Conversation | undefined,
  script: { readonly title?: string | undefined },
  query: string,
): string | undefined {
  if (behaviour.policy.turns.title === 'never') return undefined
  if (conversation === undefined || conversation.title !== '') return undefined
  const words = query.trim().split(/\s+/).slice(0, 8).join(' ')
  return script.title ?? (words === '' ? undefined : words.slice(0, 80))
}
