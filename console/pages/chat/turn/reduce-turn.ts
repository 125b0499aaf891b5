import type { ToolStep, TurnEvent, TurnEventData } from '../../../../client/events/turn-event.ts'
import { type Moment, SpanChange } from './turn-spans.ts'
import {
  newTurn,
  type PlanStep,
  type PlanStepState,
  type Round,
  type Step,
  type ToolCall,
  type TurnState,
} from './turn-state.ts'
import { readEvent } from '../../../../client/events/read-event.ts'
import { isObject, type JsonObject } from '../../../../contract/json.ts'
import type { ConversationWithMessages } from '../../../../client/resources/conversations.ts'

/**
 * Returns the state of a turn after one more event, with the spans for the waterfall. Without
 * `moment`, the time at which the event arrived, no span is added.
 */
export function reduceTurn(turn: TurnState, event: TurnEvent, moment?: Moment): TurnState {
  const spanChange = new SpanChange(turn.spans, moment)
  // After any other event, the turn no longer waits for approval.
  const isPassing = ['heartbeat', 'awaiting_confirmation', 'inject'].includes(event.event)
  if (!isPassing) spanChange.end('approval')
  const next = applyEvent(turn, event, spanChange)
  const awaitedConfirmation = isPassing ? next.awaitedConfirmation : undefined
  return { ...next, awaitedConfirmation, spans: spanChange.spans }
}

function applyEvent(turn: TurnState, event: TurnEvent, spanChange: SpanChange): TurnState {
  switch (event.event) {
    case 'routing':
      return { ...turn, routing: { mode: event.data.mode, reasoning: event.data.reasoning } }
    case 'step':
      recordStepSpan(spanChange, event.data)
      return { ...turn, steps: withStep(turn.steps, event.data) }
    case 'phase':
      recordPhaseSpans(spanChange, event.data)
      // Some deployments send this phase first, even in turns without a plan.
      if (event.data.name === 'selecting_tools') return turn
      return { ...turn, rounds: reducePhase(turn.rounds, event.data) }
    case 'step_progress':
      recordProgressSpans(spanChange, event.data, turn.rounds.at(-1)?.number ?? 1)
      return { ...turn, rounds: reduceStepProgress(turn.rounds, event.data) }
    case 'answer':
      recordAnswerSpan(spanChange, event.data)
      return withAnswer(turn, event.data)
    case 'done':
      spanChange.endAll()
      return withResult(turn, event.data)
    case 'suggestions':
      return { ...turn, suggestions: event.data }
    case 'title':
      return { ...turn, title: event.data.title }
    case 'end':
      spanChange.endAll()
      return { ...turn, isOver: true, isAnswering: false }
    case 'inject':
      return withAddedStep(turn, { kind: 'inject', text: event.data.content })
    case 'compact': {
      const { original_messages: from, kept_messages: to } = event.data
      return withAddedStep(turn, { kind: 'compact', from, to })
    }
    case 'awaiting_confirmation': {
      const { confirmation_id: id, tool_name: tool, arguments: input, timeout_at } = event.data
      const channel =
        event.data.mode === 'channel' ? (event.data.channel_label ?? 'a channel') : undefined
      spanChange.begin('approval', 'approval', `approval of ${tool}`)
      const approval = { id, tool, input, timeoutAt: timeout_at, channel }
      return { ...withAddedStep(turn, { kind: 'approval', approval }), awaitedConfirmation: id }
    }
    case 'error':
      spanChange.endAll()
      return withAddedStep(turn, { kind: 'failed', message: event.data.message })
    case 'unknown':
      return withAddedStep(turn, { kind: 'unknown', name: event.name, data: event.data })
    case 'heartbeat':
    case 'post_processing':
      return turn
  }
}

const withAddedStep = (turn: TurnState, step: Step): TurnState => ({
  ...turn,
  steps: [...turn.steps, step],
})

function recordStepSpan(spanChange: SpanChange, data: TurnEventData['step']): void {
  if (data.type === 'iteration') recordCallSpan(spanChange, '', data)
  else if (data.type === 'thinking')
    recordThinkingSpan(spanChange, '', 'thinking', data.status !== 'done')
}

function recordThinkingSpan(
  spanChange: SpanChange,
  scope: string,
  label: string,
  isBegin: boolean,
): void {
  const id = `${scope} thinking`
  if (isBegin || spanChange.isOpen(id)) spanChange.beginOrEnd(id, 'thinking', label, isBegin)
}

function recordCallSpan(spanChange: SpanChange, scope: string, update: CallUpdate): void {
  spanChange.end(`${scope} thinking`)
  const { tool = 'a tool', iteration, input, status, error } = update
  const id = `${scope} call ${iteration} ${tool} ${JSON.stringify(input)}`
  spanChange.beginOrEnd(id, 'tool', tool, status === 'start', Boolean(error))
}

function withStep(steps: readonly Step[], update: TurnEventData['step']): readonly Step[] {
  if (update.type === 'iteration') {
    const at = steps.findIndex((step) => step.kind === 'call' && isEndOfCall(step.call, update))
    const step: Step = { kind: 'call', call: toToolCall(update) }
    return at === -1 ? [...steps, step] : steps.with(at, step)
  }
  if (update.type !== 'thinking') return steps
  const last = steps.at(-1)
  const open = last?.kind === 'thought' && !last.isOver ? last : undefined
  const text = update.reasoning ?? (open?.text ?? '') + (update.thinking_delta ?? '')
  const isOver = update.status === 'done'
  // A thought that has ended without any text is dropped.
  if (isOver && text === '') return open === undefined ? steps : steps.slice(0, -1)
  const step: Step = { kind: 'thought', text, isOver }
  return [...(open === undefined ? steps : steps.slice(0, -1)), step]
}

function recordAnswerSpan(spanChange: SpanChange, { type }: TurnEventData['answer']): void {
  if (type !== 'delta') spanChange.end('answer')
  if (type === 'done') return
  spanChange.begin('answer', 'answer', 'answer')
  if (type === 'delta') spanChange.update('answer', ({ deltas }) => ({ deltas: deltas + 1 }))
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
  result: { tokens: data.tokens, seconds: data.elapsed, rounds: data.rounds },
})

const newStep = (id: string, task: string, deps: readonly string[] = []): PlanStep => ({
  id,
  task,
  deps,
  state: 'waiting',
  thinking: '',
  calls: [],
})

function recordPhaseSpans(spanChange: SpanChange, phase: TurnEventData['phase']): void {
  const { name, status, round, total_tools: tools } = phase
  // Some deployments announce all their tools in one event that has no status.
  const label = tools === undefined ? name : `${name} (${tools} tools)`
  spanChange.beginOrEnd(`phase ${name} ${round}`, 'phase', label, status === 'start')
}

/** Returns the rounds of a plan after a phase started or ended. */
function reducePhase(rounds: readonly Round[], phase: TurnEventData['phase']): readonly Round[] {
  const number = phase.round ?? rounds.at(-1)?.number ?? 1
  const last = rounds.at(-1)
  const round: Round = last?.number === number ? last : { number, steps: [] }
  const plannedSteps = phase.steps?.map(({ id, task, deps }) => newStep(id, task, deps ?? []))
  const next: Round = {
    ...round,
    phase: phase.status === 'done' ? undefined : phase.name,
    reason: phase.reason ?? round.reason,
    steps: plannedSteps ?? round.steps,
    achieved: phase.achieved ?? round.achieved,
    confidence: phase.confidence ?? round.confidence,
    reasoning: phase.reasoning ?? round.reasoning,
  }
  return [...(last === round ? rounds.slice(0, -1) : rounds), next]
}

function recordProgressSpans(
  spanChange: SpanChange,
  update: TurnEventData['step_progress'],
  round: number,
): void {
  const { step_id: id, event, status, task = id } = update
  const scope = `step ${id}`
  spanChange.begin(scope, 'step', task, { round, id })
  if (event === 'thinking_delta') recordThinkingSpan(spanChange, scope, `thinking of ${id}`, true)
  if (event === 'iteration') recordCallSpan(spanChange, scope, update)
  if (event !== 'completed') return
  spanChange.end(`${scope} thinking`)
  spanChange.end(scope, status === 'failed')
}

/** Returns the rounds of a plan after an update of one of its steps. */
function reduceStepProgress(
  rounds: readonly Round[],
  update: TurnEventData['step_progress'],
): readonly Round[] {
  const round: Round = rounds.at(-1) ?? { number: 1, steps: [] }
  const at = round.steps.findIndex(({ id }) => id === update.step_id)
  const knownStep = round.steps[at] ?? newStep(update.step_id, update.task ?? update.step_id)
  const step = applyProgress(knownStep, update)
  const steps = at === -1 ? [...round.steps, step] : round.steps.with(at, step)
  return [...rounds.slice(0, -1), { ...round, steps }]
}

function applyProgress(step: PlanStep, update: TurnEventData['step_progress']): PlanStep {
  if (update.event === 'thinking_delta')
    return { ...step, state: 'running', thinking: step.thinking + (update.thinking_delta ?? '') }
  if (update.event === 'iteration')
    return { ...step, state: 'running', calls: withCall(step.calls, update) }
  if (update.event === 'completed')
    return {
      ...step,
      state: finalState(update.status),
      result: update.result ?? update.error ?? undefined,
      seconds: update.duration,
    }
  return { ...step, state: 'running' }
}

const finalState = (status: string | undefined): PlanStepState =>
  status === 'failed' || status === 'skipped' ? status : 'completed'

/** The data of an event about a tool call, in a step or in a plan. */
type CallUpdate = ToolStep | TurnEventData['step_progress']

/** Whether an update ends this running call. Calls of one iteration can run in parallel. */
const isEndOfCall = (call: ToolCall, update: CallUpdate): boolean =>
  update.status !== 'start' &&
  call.state === 'running' &&
  call.tool === update.tool &&
  call.iteration === update.iteration &&
  JSON.stringify(call.input) === JSON.stringify(update.input)

/** Converts an update to a tool call. */
const toToolCall = (update: CallUpdate): ToolCall => ({
  tool: update.tool ?? 'a tool',
  input: update.input,
  iteration: update.iteration,
  reasoning: update.reasoning ?? undefined,
  observation: update.observation ?? undefined,
  error: update.error ?? undefined,
  seconds: update.iter_elapsed,
  state: update.status === 'start' ? 'running' : update.error ? 'failed' : 'done',
})

/** Applies an update to the tool calls: ends a running call or adds a new call. */
function withCall(calls: readonly ToolCall[], update: CallUpdate): readonly ToolCall[] {
  const at = calls.findIndex((call) => isEndOfCall(call, update))
  return at === -1 ? [...calls, toToolCall(update)] : calls.with(at, toToolCall(update))
}

type Message = ConversationWithMessages['messages'][number]

/**
 * Rebuilds the turns of a conversation from its messages. If the platform stores the events of an
 * answer, the turn has all steps; otherwise it has only the answer. A question without an answer is
 * still running.
 */
export function readHistory(messages: readonly Message[]): readonly TurnState[] {
  const turns: TurnState[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    const isOpen = last !== undefined && !last.isOver
    if (message.role === 'assistant') {
      const question = isOpen ? last : newTurn('')
      turns.splice(isOpen ? -1 : turns.length, 1, withStoredAnswer(question, message))
    } else if (message.message_type !== 'inject') turns.push(newTurn(message.content ?? ''))
  }
  return turns
}

/** Completes a turn with the stored message of the assistant. */
function withStoredAnswer(turn: TurnState, { content, metadata }: Message): TurnState {
  const events = Array.isArray(metadata?.['sse_events']) ? metadata['sse_events'] : []
  const replayed = events
    .filter(isObject)
    .map(({ event, data }) =>
      readEvent({ name: String(event), data: unwrapStoredData(data), cursor: undefined }),
    )
    .reduce((before, event) => reduceTurn(before, event), turn)
  const result = replayed.result ?? readResult(metadata ?? {})
  return {
    ...replayed,
    answer: replayed.answer === '' ? (content ?? '') : replayed.answer,
    result,
    awaitedConfirmation: undefined,
    isAnswering: false,
    isOver: true,
  }
}

/** Removes the wrapper `{cursor, data}` that some deployments store around a payload. */
const unwrapStoredData = (data: unknown) =>
  isObject(data) && 'cursor' in data && isObject(data['data']) ? data['data'] : data

function readResult(metadata: JsonObject): TurnState['result'] {
  const readNumber = (field: string) => {
    const value = metadata[field]
    return typeof value === 'number' ? value : undefined
  }
  const tokens = readNumber('tokens')
  if (tokens === undefined) return undefined
  return { tokens, seconds: readNumber('elapsed'), rounds: readNumber('rounds') }
}
