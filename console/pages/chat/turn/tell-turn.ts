import type { TurnEvent, TurnEventData } from '../../../../client/events/turn-event.ts'
import { callOf, endsCall } from './tell-calls.ts'
import { tellPhase, tellProgress } from './tell-plan.ts'
import type { Step, TurnView } from './turn-view.ts'

/** A turn after one more of its events. */
export function tellTurn(turn: TurnView, event: TurnEvent): TurnView {
  const told = afterEvent(turn, event)
  // Whatever the agent does next, it no longer waits.
  const isPassing = event.event === 'heartbeat' || event.event === 'awaiting_confirmation'
  return isPassing || told.awaits === undefined ? told : { ...told, awaits: undefined }
}

function afterEvent(turn: TurnView, event: TurnEvent): TurnView {
  switch (event.event) {
    case 'routing':
      return { ...turn, routing: { mode: event.data.mode, reasoning: event.data.reasoning } }
    case 'step':
      return { ...turn, steps: withStep(turn.steps, event.data) }
    case 'phase':
      // Some choose their tools first, also where nothing is planned.
      if (event.data.name === 'selecting_tools') return turn
      return { ...turn, rounds: tellPhase(turn.rounds, event.data) }
    case 'step_progress':
      return { ...turn, rounds: tellProgress(turn.rounds, event.data) }
    case 'answer':
      return answered(turn, event.data)
    case 'done':
      return doneWith(turn, event.data)
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
      return { ...withItem(turn, { kind: 'approval', approval }), awaits: id }
    }
    case 'unknown':
      return withItem(turn, { kind: 'unknown', name: event.name, data: event.data })
    case 'heartbeat':
    case 'post_processing':
      return turn
  }
}

const withItem = (turn: TurnView, step: Step): TurnView => ({
  ...turn,
  steps: [...turn.steps, step],
})

function withStep(steps: readonly Step[], news: TurnEventData['step']): readonly Step[] {
  if (news.type === 'iteration') {
    const at = steps.findIndex((step) => step.kind === 'call' && endsCall(step.call, news))
    const step: Step = { kind: 'call', call: callOf(news) }
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

function answered(turn: TurnView, data: TurnEventData['answer']): TurnView {
  if (data.type === 'delta') return { ...turn, answer: turn.answer + data.text, isAnswering: true }
  return data.type === 'start'
    ? { ...turn, answer: '', isAnswering: true }
    : { ...turn, isAnswering: false }
}

const doneWith = (turn: TurnView, data: TurnEventData['done']): TurnView => ({
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
