import type { TurnEvent, TurnEventData } from '../../../../client/events/turn-event.ts'
import type { Step, TurnState, PlanStep, PlanStepState, Round, ToolCall } from './turn-state.ts'

/** A turn after one more of its events. */
export function reduceTurn(turn: TurnState, event: TurnEvent): TurnState {
  const told = applyEvent(turn, event)
  // Whatever the agent does next, it no longer waits.
  const isPassing = event.event === 'heartbeat' || event.event === 'awaiting_confirmation'
  return isPassing || told.awaitedConfirmation === undefined
    ? told
    : { ...told, awaitedConfirmation: undefined }
}

function applyEvent(turn: TurnState, event: TurnEvent): TurnState {
  switch (event.event) {
    case 'routing':
      return { ...turn, routing: { mode: event.data.mode, reasoning: event.data.reasoning } }
    case 'step':
      return { ...turn, steps: withStep(turn.steps, event.data) }
    case 'phase':
      // Some choose their tools first, also where nothing is planned.
      if (event.data.name === 'selecting_tools') return turn
      return { ...turn, rounds: reducePhase(turn.rounds, event.data) }
    case 'step_progress':
      return { ...turn, rounds: reduceStepProgress(turn.rounds, event.data) }
    case 'answer':
      return withAnswer(turn, event.data)
    case 'done':
      return withResult(turn, event.data)
    case 'suggestions':
      return { ...turn, suggestions: event.data }
    case 'title':
      return { ...turn, title: event.data.title }
    case 'end':
      return { ...turn, isOver: true, isAnswering: false }
    case 'inject':
      return withItem(turn, { kind: 'inject', text: event.data.content })
    case 'compact': {
      const { original_messages: from, kept_messages: to } = event.data
      return withItem(turn, { kind: 'compact', from, to })
    }
    case 'awaiting_confirmation': {
      const { confirmation_id: id, tool_name: tool, arguments: input, timeout_at } = event.data
      const channel =
        event.data.mode === 'channel' ? (event.data.channel_label ?? 'a channel') : undefined
      const approval = { id, tool, input, timeoutAt: timeout_at, channel }
      return { ...withItem(turn, { kind: 'approval', approval }), awaitedConfirmation: id }
    }
    case 'unknown':
      return withItem(turn, { kind: 'unknown', name: event.name, data: event.data })
    case 'heartbeat':
    case 'post_processing':
      return turn
  }
}

const withItem = (turn: TurnState, step: Step): TurnState => ({
  ...turn,
  steps: [...turn.steps, step],
})

function withStep(steps: readonly Step[], news: TurnEventData['step']): readonly Step[] {
  if (news.type === 'iteration') {
    const at = steps.findIndex((step) => step.kind === 'call' && endsCall(step.call, news))
    const step: Step = { kind: 'call', call: toToolCall(news) }
    return at === -1 ? [...steps, step] : steps.with(at, step)
  }
  if (news.type !== 'thinking') return steps
  const last = steps.at(-1)
  const open = last?.kind === 'thought' && !last.isOver ? last : undefined
  const text = news.reasoning ?? (open?.text ?? '') + (news.thinking_delta ?? '')
  const isOver = news.status === 'done'
  // A thought without words is none.
  if (isOver && text === '') return open === undefined ? steps : steps.slice(0, -1)
  const step: Step = { kind: 'thought', text, isOver }
  return [...(open === undefined ? steps : steps.slice(0, -1)), step]
}

function withAnswer(turn: TurnState, data: TurnEventData['answer']): TurnState {
  if (data.type === 'delta') return { ...turn, answer: turn.answer + data.text, isAnswering: true }
  return data.type === 'start'
    ? { ...turn, answer: '', isAnswering: true }
    : { ...turn, isAnswering: false }
}

const withResult = (turn: TurnState, data: TurnEventData['done']): TurnState => ({
  ...turn,
  answer: data.answer === '' ? turn.answer : data.answer,
  isAnswering: false,
  result: {
    tokens: data.tokens,
    seconds: data.elapsed,
    iterations: data.iterations,
    rounds: data.rounds,
  },
})

const newRound = (number: number): Round => ({
  number,
  reason: undefined,
  phase: undefined,
  steps: [],
  achieved: undefined,
  confidence: undefined,
  reasoning: undefined,
})

const newStep = (id: string, task: string, deps: readonly string[] = []): PlanStep => ({
  id,
  task,
  deps,
  state: 'waiting',
  thinking: '',
  calls: [],
  result: undefined,
  seconds: undefined,
})

/** The rounds of a plan after a phase began or ended. */
function reducePhase(rounds: readonly Round[], phase: TurnEventData['phase']): readonly Round[] {
  const number = phase.round ?? rounds.at(-1)?.number ?? 1
  const last = rounds.at(-1)
  const round = last?.number === number ? last : newRound(number)
  const planned = phase.steps?.map(({ id, task, deps }) => newStep(id, task, deps ?? []))
  const told: Round = {
    ...round,
    phase: phase.status === 'done' ? undefined : phase.name,
    reason: phase.reason ?? round.reason,
    steps: planned ?? round.steps,
    achieved: phase.achieved ?? round.achieved,
    confidence: phase.confidence ?? round.confidence,
    reasoning: phase.reasoning ?? round.reasoning,
  }
  return [...(last === round ? rounds.slice(0, -1) : rounds), told]
}

/** The rounds of a plan after a step of it came on. */
function reduceStepProgress(
  rounds: readonly Round[],
  news: TurnEventData['step_progress'],
): readonly Round[] {
  const round = rounds.at(-1) ?? newRound(1)
  const at = round.steps.findIndex(({ id }) => id === news.step_id)
  const known = round.steps[at] ?? newStep(news.step_id, news.task ?? news.step_id)
  const step = applyProgress(known, news)
  const steps = at === -1 ? [...round.steps, step] : round.steps.with(at, step)
  return [...rounds.slice(0, -1), { ...round, steps }]
}

function applyProgress(step: PlanStep, news: TurnEventData['step_progress']): PlanStep {
  if (news.event === 'thinking_delta')
    return { ...step, state: 'running', thinking: step.thinking + (news.thinking_delta ?? '') }
  if (news.event === 'iteration')
    return { ...step, state: 'running', calls: withCall(step.calls, news) }
  if (news.event === 'completed')
    return {
      ...step,
      state: finalState(news.status),
      result: news.result ?? news.error ?? undefined,
      seconds: news.duration,
    }
  return { ...step, state: 'running' }
}

const finalState = (status: string | undefined): PlanStepState =>
  status === 'failed' || status === 'skipped' ? status : 'completed'

/** What events say of a tool call, in steps as well as in plans. */
type CallUpdate = {
  readonly tool?: string | undefined
  readonly input?: unknown
  readonly status?: string | undefined
  readonly iteration?: number | undefined
  readonly reasoning?: string | null | undefined
  readonly observation?: string | null | undefined
  readonly error?: string | null | undefined
  readonly iter_elapsed?: number | undefined
}

/** Whether the news is the end of a call that runs; calls of one iteration may run side by side. */
const endsCall = (call: ToolCall, news: CallUpdate): boolean =>
  news.status !== 'start' &&
  call.state === 'running' &&
  call.tool === news.tool &&
  call.iteration === news.iteration &&
  JSON.stringify(call.input) === JSON.stringify(news.input)

/** The call, as the news leaves it. */
const toToolCall = (news: CallUpdate): ToolCall => ({
  tool: news.tool ?? 'a tool',
  input: news.input,
  iteration: news.iteration,
  reasoning: news.reasoning ?? undefined,
  observation: news.observation ?? undefined,
  error: news.error ?? undefined,
  seconds: news.iter_elapsed,
  state: news.status === 'start' ? 'running' : news.error ? 'failed' : 'done',
})

/** The calls with the news among them: a running one ended, or another one. */
function withCall(calls: readonly ToolCall[], news: CallUpdate): readonly ToolCall[] {
  const at = calls.findIndex((call) => endsCall(call, news))
  return at === -1 ? [...calls, toToolCall(news)] : calls.with(at, toToolCall(news))
}
