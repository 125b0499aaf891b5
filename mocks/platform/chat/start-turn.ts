import type { Conversation } from '../../../contract/records/conversation.ts'
import type { Scenario, Violations } from '../../../contract/scripts/scenario.ts'
import { ApiError } from '../../world/api-error.ts'
import type { FrameStream } from '../../../contract/plain-http.ts'
import { newestTurnOf, Turn } from '../../world/turns.ts'
import type { RequestContext } from '../request-context.ts'
import { requireQuota } from '../settings.ts'
import { adaptScript } from './adapt-script.ts'
import { chooseScript, explainAgent, type MatchInput } from './choose-script.ts'
import { createFallbackScript } from './fallback-script.ts'
import { playTurn, streamTurn } from './play-turn.ts'
import { type Script, storeRunningTurn } from './playable-turn.ts'
import { createMatchInput, createTurnFill, scriptMemoryOf } from './script-context.ts'
import { createNextCursor } from './turn-cursors.ts'
import { storeQuestion } from './store-turn.ts'
import { estimateHistory, readTurnHistory, rememberScript } from './turn-history.ts'
import {
  resolveAgent,
  resolveConversation,
  routeQuery,
  searchableBases,
  type TurnContext,
  type TurnRoute,
} from './turn-input.ts'
import type { World } from '../../world/world.ts'

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
      ? (directedTurnRoute(world, conversation?.id) ??
        scripted() ??
        routeQuery(world, query, agent))
      : undefined
  const mode = route?.mode ?? (requested === 'dag' ? 'dag' : 'react')
  const input = createMatchInput(context, { mode, query, agent, history })
  const command = takeDirectorCommand(world, mode, conversation?.id)
  const chosen =
    command.script ?? chooseScript(world.scenarios, input) ?? adaptScript(world.scenarios, input)
  context.scenario = chosen?.name
  if (chosen === undefined) context.notes = explainAgents(world.ownScenarios, input)
  const script = chosen ?? generateScript(context, input, conversation, () => turn.state)

  const userMessage = conversation && storeQuestion(context, conversation)
  if (route !== undefined && conversation !== undefined)
    world.store.conversations.update(conversation, { mode: route.mode })
  const memory = scriptMemoryOf(script, query, history)
  if (conversation !== undefined && userMessage !== undefined && memory !== undefined)
    rememberScript(world, conversation.id, { question: userMessage, ...memory })

  const { user } = caller
  const turn: Turn = createTurn(context, mode, conversation, script.violate)
  context.turn = turn.id
  const { groups } = memory ?? {}
  const sentRoute = behaviour.policy.turns.sendsRouting ? route : undefined
  const routing = sentRoute?.reasoning === chosen?.routing ? chosen?.routing : undefined
  const fills = createTurnFill({ world, turn, script, query, user, agent, history, groups })
  const playable = {
    turn,
    endpoint: requested,
    script,
    routing,
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
  if (sentRoute !== undefined) {
    const reasoning = routing === undefined ? sentRoute.reasoning : fills.fill(routing)
    sendRouting(turn, { ...sentRoute, reasoning })
  }
  playTurn(context, playable)
  return streamTurn(context, turn, script.fault)
}

/** The maximum number of scripts that `explainAgents` names. */
const maxNamedScripts = 3

/** Names scripts that match except for their agent: the name of the agent may be misspelled. */
function explainAgents(scripts: readonly Scenario[], input: MatchInput): readonly string[] {
  return scripts
    .filter(({ match: { agent, ...match }, ...script }) => {
      const isForOther = agent !== undefined && agent !== input.agent?.name
      return isForOther && chooseScript([{ ...script, match }], input) !== undefined
    })
    .slice(0, maxNamedScripts)
    .map((script) => `script \`${script.name}\` ${explainAgent(script, input)}`)
}

/** A script for a query that no scenario matches. If there is a model, it writes the script. */
function generateScript(
  context: TurnContext,
  input: ReturnType<typeof createMatchInput>,
  conversation: Conversation | undefined,
  state: () => Turn['state'],
): Script {
  const { world, model, caller } = context
  const { agent, history, query, mode } = input
  const bases = searchableBases(context, conversation, agent)
  const answers = history.map(({ answer }) => answer)
  const scripted = history.findLastIndex(({ memory }) => memory !== undefined)
  const earlier = history.slice(scripted + 1).map((turn) => turn.query)
  const earlierQueries = history.map((turn) => turn.query)
  const user = caller.user.display_name
  const asked = { mode, query, agent, answers, earlier, earlierQueries, user }
  const fallback = createFallbackScript(world, asked, bases)
  if (model === undefined) return fallback
  const note = { text: 'a model plays the turn' }
  context.note = note
  const turn = {
    world,
    mode,
    query,
    agent,
    user: caller.user,
    history,
    bases,
    fallback,
    state,
    note,
  }
  return { ...fallback, script: [], ...model.begin(turn) }
}

function refuseSecondTurn({ world, behaviour, resource }: TurnContext): void {
  if (resource === undefined || !behaviour.policy.turns.refusesSecond) return
  if (newestTurnOf(world.runningTurns, resource.id) !== undefined)
    throw new ApiError('turn-running', 'A turn is running in this conversation. Wait for its end.')
}

function createTurn(
  { world, behaviour, caller }: RequestContext,
  mode: 'react' | 'dag',
  conversation: Conversation | undefined,
  violations: Violations | undefined,
): Turn {
  const about = {
    id: world.random.id('turn', conversation?.id ?? caller.user.id),
    mode,
    conversationId: conversation?.id,
    userId: caller.user.id,
    startedAt: world.clock.now(),
  }
  const turn = new Turn(about, createNextCursor(world, behaviour, about, violations))
  world.runningTurns.add(turn)
  return turn
}

function sendRouting(turn: Turn, route: TurnRoute): void {
  turn.inputs.addEvent(turn.events.length)
  turn.append({ event: 'routing', data: route }, new Date(turn.startedAt).toISOString())
}

type Mode = 'react' | 'dag'

/** The script that a director has chosen for the next turn. */
const directedScript = ({ director, scenarios }: World): Scenario | undefined =>
  scenarios.find(({ name }) => name === director.scripts[0])

/**
 * The text that a director has chosen for the next turn of this conversation. A text for another
 * conversation waits for a turn there. If that conversation was deleted, the text is dropped.
 */
function directedText({ director, store }: World, conversationId: string | undefined) {
  const wanted = director.text?.conversation_id
  if (wanted !== undefined && store.conversations.get(wanted) === undefined) director.takeText()
  return wanted === undefined || wanted === conversationId ? director.text : undefined
}

const playsInMode = ({ match }: Scenario, mode: Mode) => [match.endpoint].flat().includes(mode)

/** Chooses the route for the director's script, in a turn on `/api/auto`. */
function directedTurnRoute(
  world: World,
  conversationId: string | undefined,
): TurnRoute | undefined {
  const text = directedText(world, conversationId)
  const script = directedScript(world)
  if (script === undefined || (text !== undefined && !text.aside)) return undefined
  const mode = playsInMode(script, 'react') ? 'react' : 'dag'
  return {
    mode,
    reasoning: mode === 'react' ? 'The question needs no plan.' : 'The question needs a plan.',
  }
}

/** Takes the director's command for the next turn: a script to play, or a text to send first. */
function takeDirectorCommand(
  world: World,
  mode: Mode,
  conversationId: string | undefined,
): {
  readonly script?: Scenario | undefined
  readonly say?: string
  readonly aside?: true | undefined
} {
  const { director } = world
  const text = directedText(world, conversationId)
  if (text !== undefined) director.takeText()
  const script = directedScript(world)
  // The script waits for another turn if the text ends this one, or if it is for the other mode.
  if (text !== undefined && !text.aside) return text
  if (director.scripts.length === 0 || (script && !playsInMode(script, mode))) return { ...text }
  director.takeScript()
  return { ...text, script }
}
