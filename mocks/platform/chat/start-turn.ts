import type { Conversation } from '../../../contract/records/conversation.ts'
import type { Violations } from '../../../contract/scripts/scenario.ts'
import { ApiError } from '../../world/api-error.ts'
import type { FrameStream } from '../../../recording/exchange.ts'
import { Turn } from '../../world/turns.ts'
import type { RequestContext } from '../request-context.ts'
import { requireQuota } from '../settings.ts'
import { adaptedScript } from './adapt-script.ts'
import { chooseScript } from './choose-script.ts'
import { directedTurnRoute, takeDirectorCommand } from './director-commands.ts'
import { fallbackScript } from './fallback-script.ts'
import { playTurn, streamTurn } from './play-turn.ts'
import { storeRunningTurn } from './playable-turn.ts'
import { createMatchInput, createTurnFill, memoryOf } from './script-context.ts'
import { nextCursorOf } from './turn-cursors.ts'
import { storeQuestion } from './store-turn.ts'
import { estimateHistory, readTurnHistory, rememberScript } from './turn-history.ts'
import {
  readQuestion,
  resolveAgent,
  resolveConversation,
  routeQuery,
  searchableBases,
  type TurnContext,
  type TurnRoute,
} from './turn-input.ts'

const turnModes = ['react', 'dag'] as const

/** Starts a turn and streams it to the caller (4.2). */
export function startTurn(context: TurnContext, requested: 'react' | 'dag' | 'auto'): FrameStream {
  const { world, behaviour, caller, body } = context
  const query = body.q
  requireQuota(world, caller.user)
  refuseSecondTurn(context)
  const agent = resolveAgent(context)
  const conversation = resolveConversation(context)

  const history = readTurnHistory(world, conversation)
  const scripted = () =>
    turnModes.flatMap((mode) => {
      const input = createMatchInput(context, { mode, query, agent, history })
      const reasoning = chooseScript(world.scenarios, input)?.routing
      return reasoning === undefined ? [] : { mode, reasoning }
    })[0]
  const route =
    requested === 'auto'
      ? (directedTurnRoute(world) ?? scripted() ?? routeQuery(world, query, agent))
      : undefined
  const mode = route?.mode ?? (requested === 'dag' ? 'dag' : 'react')
  const input = createMatchInput(context, { mode, query, agent, history })
  const command = takeDirectorCommand(world, mode, conversation?.id)
  const chosen =
    command.script ?? chooseScript(world.scenarios, input) ?? adaptedScript(world.scenarios, input)
  context.scenario = chosen?.name
  const script =
    chosen ?? fallbackScript(world, input, searchableBases(context, conversation, agent))

  const userMessage = conversation && storeQuestion(world, conversation, readQuestion(context))
  if (route !== undefined && conversation !== undefined)
    world.store.conversations.update(conversation, { mode: route.mode })
  const memory = memoryOf(script, query, history)
  if (conversation !== undefined && userMessage !== undefined && memory !== undefined)
    rememberScript(world, conversation.id, { question: userMessage, ...memory })

  const { user } = caller
  const turn = createTurn(context, mode, conversation, script.violate)
  const { groups } = memory ?? {}
  const fills = createTurnFill({ world, turn, script, query, user, agent, history, groups })
  const playable = {
    turn,
    endpoint: requested,
    script,
    query,
    agent,
    userMessage,
    ...fills,
    scenario: chosen?.name,
    historyTokens: estimateHistory(history),
    needsTitle:
      conversation?.title === '' || (behaviour.policy.turns.replacesTitle && history.length === 0),
    speed: world.speed,
  }
  storeRunningTurn(world, playable)
  if (command.say !== undefined) turn.inputs.say(command.say, command.aside)
  if (behaviour.policy.turns.sendsRouting) sendRouting(turn, route)
  playTurn(context, playable)
  return streamTurn(context, turn, script.fault)
}

function refuseSecondTurn({ world, behaviour, resource }: TurnContext): void {
  if (resource === undefined || !behaviour.policy.turns.refusesSecond) return
  if (world.runningTurns.newestOf(resource.id) !== undefined)
    throw new ApiError('turn-running', 'A turn is running in this conversation. Wait for its end.')
}

function createTurn(
  { world, behaviour, caller }: RequestContext,
  mode: 'react' | 'dag',
  conversation: Conversation | undefined,
  violations: Violations | undefined,
): Turn {
  const about = {
    id: world.random.uuid('turn', conversation?.id ?? caller.user.id),
    mode,
    conversationId: conversation?.id,
    userId: caller.user.id,
    startedAt: world.clock.now(),
  }
  const turn = new Turn(about, nextCursorOf(world, behaviour, about, violations))
  world.runningTurns.add(turn)
  return turn
}

function sendRouting(turn: Turn, route: TurnRoute | undefined): void {
  if (route === undefined) return
  turn.inputs.addEvent(turn.events.length)
  turn.append({ event: 'routing', data: route }, new Date(turn.startedAt).toISOString())
}
