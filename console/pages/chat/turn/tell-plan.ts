import type { TurnEventData } from '../../../../client/events/turn-event.ts'
import { withCall } from './tell-calls.ts'
import type { PlanStep, PlanStepState, Round } from './plan-view.ts'

const begunRound = (number: number): Round => ({
  number,
  reason: undefined,
  phase: undefined,
  steps: [],
  achieved: undefined,
  confidence: undefined,
  reasoning: undefined,
})

const begunStep = (id: string, task: string, deps: readonly string[] = []): PlanStep => ({
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
export function tellPhase(
  rounds: readonly Round[],
  phase: TurnEventData['phase'],
): readonly Round[] {
  const number = phase.round ?? rounds.at(-1)?.number ?? 1
  const last = rounds.at(-1)
  const round = last?.number === number ? last : begunRound(number)
  const planned = phase.steps?.map(({ id, task, deps }) => begunStep(id, task, deps ?? []))
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
export function tellProgress(
  rounds: readonly Round[],
  news: TurnEventData['step_progress'],
): readonly Round[] {
  const round = rounds.at(-1) ?? begunRound(1)
  const at = round.steps.findIndex(({ id }) => id === news.step_id)
  const known = round.steps[at] ?? begunStep(news.step_id, news.task ?? news.step_id)
  const step = progressed(known, news)
  const steps = at === -1 ? [...round.steps, step] : round.steps.with(at, step)
  return [...rounds.slice(0, -1), { ...round, steps }]
}

function progressed(step: PlanStep, news: TurnEventData['step_progress']): PlanStep {
  if (news.event === 'thinking_delta')
    return { ...step, state: 'running', thinking: step.thinking + (news.thinking_delta ?? '') }
  if (news.event === 'iteration')
    return { ...step, state: 'running', calls: withCall(step.calls, news) }
  if (news.event === 'completed')
    return {
      ...step,
      state: endOf(news.status),
      result: news.result ?? news.error ?? undefined,
      seconds: news.duration,
    }
  return { ...step, state: 'running' }
}

const endOf = (status: string | undefined): PlanStepState =>
  status === 'failed' || status === 'skipped' ? status : 'completed'
