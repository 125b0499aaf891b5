import type { Conversation } from '../../../contract/records/conversation.ts'
import type { Scenario, Violations } from '../../../contract/scripts/scenario.ts'
import { ApiError } from '../../world/api-error.ts'
import type { FrameStream } from '../../../traffic/journal/exchange.ts'
import { newestTurnOf, Turn } from '../../world/turns.ts'
import type { RequestContext } from '../request-context.ts'
import { requireQuota } from '../settings.ts'
import { chooseScript, type MatchInput } from './choose-script.ts'
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
import type { PlanLine, ScriptCall, ScriptLine, Thought } from '../../../contract/scripts/lines.ts'
import type { ApprovedTool } from './run-context.ts'
import { shorten } from '../../../contract/shorten.ts'
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
      ? (directedTurnRoute(world) ?? scripted() ?? routeQuery(world, query, agent))
      : undefined
  const mode = route?.mode ?? (requested === 'dag' ? 'dag' : 'react')
  const input = createMatchInput(context, { mode, query, agent, history })
  const command = takeDirectorCommand(world, mode, conversation?.id)
  const chosen =
    command.script ?? chooseScript(world.scenarios, input) ?? adaptedScript(world.scenarios, input)
  context.scenario = chosen?.name
  const script =
    chosen ??
    fallbackScript(
      world,
      { ...input, agent, answers: history.map(({ answer }) => answer) },
      searchableBases(context, conversation, agent),
    )

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

type PlanStep = PlanLine['steps'][number]

/** A script that was written for the other endpoint, as lines that fit this one. */
type AdaptedScript = Scenario & {
  readonly approvedTools: readonly ApprovedTool[]
}

/**
 * Finds a script for a query that only scripts of the other endpoint answer, and adapts it: a plan
 * becomes a chain of thoughts and calls, and a chain becomes a plan. A script that is wrong on purpose
 * plays only where it says.
 */
function adaptedScript(scripts: readonly Scenario[], input: MatchInput): AdaptedScript | undefined {
  const script = chooseScript(scripts, { ...input, mode: input.mode === 'dag' ? 'react' : 'dag' })
  if (script === undefined || isDamaged(script)) return undefined
  if (script.match.query === undefined && script.match.like === undefined) return undefined
  const approvals = script.script.flatMap((line) =>
    'approval' in line
      ? [{ tool: line.approval.call.tool, runsOnce: line.approval.repeated !== undefined }]
      : [],
  )
  const lines =
    input.mode === 'dag' ? toPlan(script) : script.script.flatMap((line) => toChain(line))
  return { ...script, script: lines, approvedTools: approvals }
}

const isDamaged = ({ script, violate, fault }: Scenario) =>
  violate !== undefined ||
  fault !== undefined ||
  script.some((line) => 'violate' in line || 'send' in line || 'fail' in line)

/** A plan as thoughts and calls, one step after another. */
function toChain(line: ScriptLine): ScriptLine[] {
  if ('replan' in line) return [{ think: line.replan }]
  if (!('plan' in line)) return [line]
  const steps = line.plan.steps.flatMap(({ task, thinking, calls = [], result }): ScriptLine[] => [
    { think: [task, ...(thinking === undefined ? [] : [textOf(thinking)])].join('. ') },
    ...calls.map((call) => ({ call })),
    { think: result },
  ])
  return [...steps, { think: line.plan.reasoning }]
}

/** Thoughts and calls as a plan with one step for each call, and the rest after it. */
function toPlan({ script, title, name }: Scenario): ScriptLine[] {
  const steps: PlanStep[] = []
  const others: ScriptLine[] = []
  let thoughts: string[] = []
  const addStep = (call: ScriptCall) => {
    const previous = steps.at(-1)
    const { reasoning, tool, observation, error } = call
    steps.push({
      id: `step_${steps.length + 1}`,
      task: reasoning ?? tool.replaceAll('_', ' '),
      ...(previous === undefined ? {} : { after: [previous.id] }),
      ...(thoughts.length === 0 ? {} : { thinking: thoughts.join(' ') }),
      calls: [call],
      result: shorten(observation ?? error ?? tool, maxResult),
      ...(error === undefined ? {} : { status: 'failed' as const }),
    })
    thoughts = []
  }
  for (const line of script) {
    if ('think' in line) thoughts.push(textOf(line.think))
    else if ('call' in line) addStep(line.call)
    else if ('calls' in line) line.calls.forEach(addStep)
    else if ('approval' in line) addStep(line.approval.call)
    else others.push(line)
  }
  const subject = title ?? name
  const thinking = thoughts.join(' ') || subject
  if (steps.length === 0) steps.push({ id: 'step_1', task: subject, thinking, result: subject })
  return [{ plan: { steps, achieved: true, confidence: 0.9, reasoning: thinking } }, ...others]
}

const textOf = (typed: Thought) => (typeof typed === 'string' ? typed : typed.text)

const maxResult = 200

type Mode = 'react' | 'dag'

/** The script that a director has chosen for the next turn. */
function directedScript({ director, scenarios }: World): Scenario | undefined {
  const { pending } = director
  if (pending === undefined || !('next' in pending)) return undefined
  return scenarios.find(({ name }) => name === pending.next)
}

const playsOn = ({ match }: Scenario, mode: Mode) => [match.endpoint].flat().includes(mode)

/** The route of the director's script, for a turn on `/api/auto`. */
function directedTurnRoute(world: World): TurnRoute | undefined {
  const script = directedScript(world)
  if (script === undefined) return undefined
  const mode = playsOn(script, 'react') ? 'react' : 'dag'
  return { mode, reasoning: 'The director has chosen the script of this turn.' }
}

/**
 * Takes the director's command for the next turn: a script to play, or a text to send at once. A text
 * for one conversation is left for a turn of this conversation.
 */
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
  const { pending } = director
  if (pending === undefined) return {}
  const wanted = 'say' in pending ? pending.conversation_id : undefined
  if (wanted !== undefined && wanted !== conversationId) return {}
  const script = directedScript(world)
  // A script for another mode waits for a turn in that mode.
  if (script !== undefined && !playsOn(script, mode)) return {}
  director.setScripts(director.queue)
  if (!('say' in pending)) return { script }
  // An aside comes before a script, also before a script that the director has chosen.
  return pending.aside
    ? { ...takeDirectorCommand(world, mode, conversationId), ...pending }
    : pending
}
