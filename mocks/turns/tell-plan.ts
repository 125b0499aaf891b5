import type { EventData } from '../../contract/events.ts'
import type { Pace, PlanLine, ScriptCall } from '../../contract/scripts/lines.ts'
import type { Decision } from '../world/turns.ts'
import type { Beat, Beats, Telling } from './beats.ts'
import { interleave } from './interleave.ts'
import { approved, lengthOf, outcomeOf } from './tell-loop.ts'
import { type Delta, typed, typingTime } from './typing.ts'

type PlanStep = PlanLine['steps'][number]
type StepProgress = Omit<EventData<'step_progress'>, 'step_id'>
type Timed = {
  readonly step: PlanStep
  readonly thoughts: readonly Delta[]
  readonly began: number
  readonly ended: number
}

/** A call that was not approved, and why. */
export type Refusal = { readonly call: ScriptCall; readonly decision: Decision }

const planning = 400
const analyzing = 300
const defaultStep = 800
const settling = 60

/** One round of a plan: planning, executing with steps side by side, analyzing. */
export function* tellPlan(
  telling: Telling,
  at: number,
  plan: PlanLine,
  { round, pace }: { readonly round: number; readonly pace: Pace | undefined },
): Beats<{ at: number; refusal: Refusal | undefined }> {
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
    task: step.task,
    deps: step.after ?? [],
    tool_hint: step.calls?.[0]?.tool ?? null,
  }))
  yield phase('planning', planned, { status: 'done', steps })
  yield phase('executing', planned + settling, { status: 'start' })

  const timed = schedule(plan.steps, planned + settling, (thinking) =>
    typed(thinking, pace, telling.chance),
  )
  const told = yield* interleave(
    timed.map((one) => ({ from: one.began, beats: tellStep(telling, one) })),
  )
  const executed = Math.max(...timed.map(({ ended }) => ended)) + settling
  const results = told.map(({ result }) => result)
  yield phase('executing', executed, { status: 'done', results })
  yield phase('analyzing', executed, { status: 'start' })
  const analyzed = executed + analyzing
  const refusal = told.find((step) => step.refusal !== undefined)?.refusal
  const verdict =
    refusal === undefined
      ? { achieved: plan.achieved, reasoning: plan.reasoning }
      : {
          achieved: false,
          reasoning: `Without \`${refusal.call.tool}\` the plan stays incomplete.`,
        }
  yield phase('analyzing', analyzed, { status: 'done', confidence: plan.confidence, ...verdict })
  return { at: analyzed + settling, refusal }
}

/** Each step begins once all that it waits for have ended. */
function schedule(
  steps: readonly PlanStep[],
  from: number,
  type: (thinking: string) => readonly Delta[],
): Timed[] {
  const ended = new Map<string, number>()
  return steps.map((step) => {
    const began = Math.max(from, ...(step.after ?? []).map((id) => ended.get(id) ?? from))
    const thoughts = type(step.thinking ?? '')
    const end = began + Math.max(step.takes ?? defaultStep, busyFor(step, thoughts))
    ended.set(step.id, end)
    return { step, thoughts, began, ended: end }
  })
}

/** How long a step is at work: it thinks, then makes its calls one after another. */
function busyFor({ calls = [] }: PlanStep, thoughts: readonly Delta[]): number {
  const thinking = settling + typingTime(thoughts)
  return calls.reduce((sum, call) => sum + lengthOf(call) + settling, thinking)
}

function* tellStep(telling: Telling, { step, thoughts, began, ended }: Timed) {
  const beat = (at: number, data: StepProgress): Beat => ({
    at,
    event: { event: 'step_progress', data: { step_id: step.id, ...data } },
  })
  const { task } = step
  const started_at = telling.moment(began)
  yield beat(began, { event: 'started', task, started_at })
  let at = began + settling
  for (const { text, wait } of thoughts) {
    at += wait
    yield beat(at, { event: 'thinking_delta', thinking_delta: text })
  }
  const { refusal } = yield* tellCalls(telling, at, step.calls ?? [], beat)
  // Not before its time: a step beside this one may hold the turn up, and move all that follows.
  yield { at: ended, event: { cue: 'line' } } as const
  const outcome =
    refusal === undefined
      ? { status: step.status ?? ('completed' as const), result: step.result }
      : { status: 'failed' as const, result: `\`${refusal.call.tool}\` was not approved.` }
  const times = {
    started_at,
    completed_at: telling.moment(ended),
    duration: telling.seconds(ended - began),
  }
  yield beat(ended, { event: 'completed', task, ...outcome, ...times })
  return { result: { id: step.id, task, ...outcome, ...times }, refusal }
}

/** The calls of a step, one after another, up to one that is refused. */
function* tellCalls(
  telling: Telling,
  from: number,
  calls: readonly ScriptCall[],
  beat: (at: number, data: StepProgress) => Beat,
): Beats<{ refusal?: Refusal }, Beat> {
  let at = from
  for (const [index, call] of calls.entries()) {
    const common = {
      event: 'iteration' as const,
      type: 'tool_call' as const,
      iteration: index + 1,
      tool: call.tool,
      input: call.input ?? {},
      reasoning: call.reasoning ?? null,
    }
    yield beat(at, { ...common, status: 'start' })
    const decision =
      (telling.asksAlways ? yield { at, event: { cue: 'approval', call } } : undefined) ?? approved
    if (decision.status === 'approved') at += lengthOf(call)
    yield beat(at, { ...common, ...outcomeOf(telling, call, decision) })
    if (decision.status !== 'approved') return { refusal: { call, decision } }
    at += settling
  }
  return {}
}
