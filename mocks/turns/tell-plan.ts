import type { EventData } from '../../contract/events.ts'
import type { PlanLine } from '../../contract/scenario.ts'
import { type Beat, inDeltas, type Telling } from './beats.ts'
import { lengthOf } from './tell-loop.ts'

type PlanStep = PlanLine['steps'][number]
type StepProgress = Omit<EventData<'step_progress'>, 'step_id'>
type Timed = { readonly step: PlanStep; readonly began: number; readonly ended: number }

const planning = 400
const analyzing = 300
const defaultStep = 800
const settling = 60
const thoughtPace = 20

/** One round of a plan: planning, executing with steps side by side, analyzing. */
export function* tellPlan(
  telling: Telling,
  at: number,
  plan: PlanLine,
  round: number,
): Generator<Beat, number> {
  const phase = (
    name: 'planning' | 'executing' | 'analyzing',
    when: number,
    more: object,
  ): Beat => ({
    at: when,
    event: { event: 'phase', data: { name, round, ...more } as EventData<'phase'> },
  })
  yield phase('planning', at, { status: 'start' })
  const planned = at + planning
  const steps = plan.steps.map((step) => ({
    id: step.id,
    task: telling.fill(step.task),
    deps: step.after ?? [],
    tool_hint: step.calls?.[0]?.tool ?? null,
  }))
  yield phase('planning', planned, { status: 'done', steps })
  yield phase('executing', planned + settling, { status: 'start' })

  const timed = schedule(plan.steps, planned + settling)
  const beats = timed.flatMap((one) => [...tellStep(telling, one)])
  yield* beats.toSorted((a, b) => a.at - b.at)

  const executed = Math.max(...timed.map(({ ended }) => ended)) + settling
  yield phase('executing', executed, {
    status: 'done',
    results: timed.map((one) => result(telling, one)),
  })
  yield phase('analyzing', executed, { status: 'start' })
  const analyzed = executed + analyzing
  const { achieved, confidence } = plan
  const reasoning = telling.fill(plan.reasoning)
  yield phase('analyzing', analyzed, { status: 'done', achieved, confidence, reasoning })
  return analyzed + settling
}

/** Each step begins once all that it waits for have ended. */
function schedule(steps: readonly PlanStep[], from: number): Timed[] {
  const ended = new Map<string, number>()
  return steps.map((step) => {
    const began = Math.max(from, ...(step.after ?? []).map((id) => ended.get(id) ?? from))
    const end = began + Math.max(step.takes ?? defaultStep, busyFor(step))
    ended.set(step.id, end)
    return { step, began, ended: end }
  })
}

/** How long a step is at work: it thinks, then makes its calls one after another. */
function busyFor(step: PlanStep): number {
  const thinking = inDeltas(step.thinking ?? '', 3).length * thoughtPace
  const calls = step.calls ?? []
  return calls.reduce((sum, call) => sum + lengthOf(call) + settling, settling + thinking)
}

function* tellStep(telling: Telling, { step, began, ended }: Timed): Generator<Beat> {
  const beat = (at: number, data: StepProgress): Beat => ({
    at,
    event: { event: 'step_progress', data: { step_id: step.id, ...data } },
  })
  const task = telling.fill(step.task)
  yield beat(began, { event: 'started', task, started_at: telling.moment(began) })
  let at = began + settling
  for (const thinking_delta of inDeltas(step.thinking ?? '', 3)) {
    yield beat(at, { event: 'thinking_delta', thinking_delta })
    at += thoughtPace
  }
  let iteration = 0
  for (const call of step.calls ?? []) {
    const common = {
      event: 'iteration' as const,
      type: 'tool_call' as const,
      iteration: ++iteration,
      tool: call.tool,
      input: call.input ?? {},
      reasoning: call.reasoning ?? null,
    }
    yield beat(at, { ...common, status: 'start' })
    at += lengthOf(call)
    yield beat(at, {
      ...common,
      status: 'done',
      observation: call.observation === undefined ? null : telling.fill(call.observation),
      error: call.error ?? null,
      iter_elapsed: telling.seconds(lengthOf(call)),
    })
    at += settling
  }
  yield beat(ended, {
    event: 'completed',
    task,
    status: step.status ?? 'completed',
    result: telling.fill(step.result),
    started_at: telling.moment(began),
    completed_at: telling.moment(ended),
    duration: telling.seconds(ended - began),
  })
}

const result = (telling: Telling, { step, began, ended }: Timed) => ({
  id: step.id,
  task: telling.fill(step.task),
  status: step.status ?? 'completed',
  result: telling.fill(step.result),
  started_at: telling.moment(began),
  completed_at: telling.moment(ended),
  duration: telling.seconds(ended - began),
})
