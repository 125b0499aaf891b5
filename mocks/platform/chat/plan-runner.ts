import type { EventData } from '../../../contract/events.ts'
import type { Pace, PlanLine, ScriptCall } from '../../../contract/scripts/lines.ts'
import type { Decision } from '../../world/turns.ts'
import { type ScriptEvent, type ScriptEvents, mergeTracks } from './timed-events.ts'
import { defaultDecision, callDuration, callOutcome } from './react-runner.ts'
import { type TextChunk, chunkText, totalDelay } from './chunk-text.ts'
import type { RunContext } from './run-context.ts'

type PlanStep = PlanLine['steps'][number]
type StepProgress = Omit<EventData<'step_progress'>, 'step_id'>
type ScheduledStep = {
  readonly step: PlanStep
  readonly thoughts: readonly TextChunk[]
  readonly began: number
  readonly ended: number
}

/** A call that was not approved, and why. */
export type RefusedCall = { readonly call: ScriptCall; readonly decision: Decision }

const planningDuration = 400
const analyzingDuration = 300
const defaultStepDuration = 800
const stepGap = 60

/** One round of a plan: planning, executing with steps side by side, analyzing. */
export function* runPlan(
  telling: RunContext,
  at: number,
  plan: PlanLine,
  { round, pace }: { readonly round: number; readonly pace: Pace | undefined },
): ScriptEvents<{ at: number; refusal: RefusedCall | undefined }> {
  const phase = (
    name: 'planning' | 'executing' | 'analyzing',
    when: number,
    more: object,
  ): ScriptEvent => ({
    at: when,
    event: { event: 'phase', data: { name, round, ...more } as EventData<'phase'> },
  })
  yield phase('planning', at, { status: 'start' })
  const planned = at + planningDuration
  const steps = plan.steps.map((step) => ({
    id: step.id,
    task: step.task,
    deps: step.after ?? [],
    tool_hint: step.calls?.[0]?.tool ?? null,
  }))
  yield phase('planning', planned, { status: 'done', steps })
  yield phase('executing', planned + stepGap, { status: 'start' })

  const timed = scheduleSteps(plan.steps, planned + stepGap, (thinking) =>
    chunkText(thinking, pace, telling.chance),
  )
  const told = yield* mergeTracks(
    timed.map((one) => ({ from: one.began, beats: runStep(telling, one) })),
  )
  const executed = Math.max(...timed.map(({ ended }) => ended)) + stepGap
  const results = told.map(({ result }) => result)
  yield phase('executing', executed, { status: 'done', results })
  yield phase('analyzing', executed, { status: 'start' })
  const analyzed = executed + analyzingDuration
  const refusal = told.find((step) => step.refusal !== undefined)?.refusal
  const verdict =
    refusal === undefined
      ? { achieved: plan.achieved, reasoning: plan.reasoning }
      : {
          achieved: false,
          reasoning: `Without \`${refusal.call.tool}\` the plan stays incomplete.`,
        }
  yield phase('analyzing', analyzed, { status: 'done', confidence: plan.confidence, ...verdict })
  return { at: analyzed + stepGap, refusal }
}

/** Each step begins once all that it waits for have ended. */
function scheduleSteps(
  steps: readonly PlanStep[],
  from: number,
  type: (thinking: string) => readonly TextChunk[],
): ScheduledStep[] {
  const ended = new Map<string, number>()
  return steps.map((step) => {
    const began = Math.max(from, ...(step.after ?? []).map((id) => ended.get(id) ?? from))
    const thoughts = type(step.thinking ?? '')
    const end = began + Math.max(step.takes ?? defaultStepDuration, workDuration(step, thoughts))
    ended.set(step.id, end)
    return { step, thoughts, began, ended: end }
  })
}

/** How long a step is at work: it thinks, then makes its calls one after another. */
function workDuration({ calls = [] }: PlanStep, thoughts: readonly TextChunk[]): number {
  const thinking = stepGap + totalDelay(thoughts)
  return calls.reduce((sum, call) => sum + callDuration(call) + stepGap, thinking)
}

function* runStep(telling: RunContext, { step, thoughts, began, ended }: ScheduledStep) {
  const beat = (at: number, data: StepProgress): ScriptEvent => ({
    at,
    event: { event: 'step_progress', data: { step_id: step.id, ...data } },
  })
  const { task } = step
  const started_at = telling.moment(began)
  yield beat(began, { event: 'started', task, started_at })
  let at = began + stepGap
  for (const { text, wait } of thoughts) {
    at += wait
    yield beat(at, { event: 'thinking_delta', thinking_delta: text })
  }
  const { refusal } = yield* runStepCalls(telling, at, step.calls ?? [], beat)
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
function* runStepCalls(
  telling: RunContext,
  from: number,
  calls: readonly ScriptCall[],
  beat: (at: number, data: StepProgress) => ScriptEvent,
): ScriptEvents<{ refusal?: RefusedCall }, ScriptEvent> {
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
      (telling.asksAlways ? yield { at, event: { cue: 'approval', call } } : undefined) ??
      defaultDecision
    if (decision.status === 'approved') at += callDuration(call)
    yield beat(at, { ...common, ...callOutcome(telling, call, decision) })
    if (decision.status !== 'approved') return { refusal: { call, decision } }
    at += stepGap
  }
  return {}
}
