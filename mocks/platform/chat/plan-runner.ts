import type { EventData } from '../../../contract/events.ts'
import type {
  Pace,
  PlanCall,
  PlanLine,
  ScriptCall,
  TypedText,
} from '../../../contract/scripts/lines.ts'
import { estimateTokens, type ScriptEvent, type ScriptEvents, mergeTracks } from './timed-events.ts'
import {
  type CallDecision,
  callDuration,
  callOutcome,
  defaultDecision,
  decisionOrRepeated,
  runnerPausesOf,
  roundSeconds,
  waitAndReadSeconds,
} from './react-runner.ts'
import { type TextChunk, chunkText, totalDelay } from '../../../contract/scripts/chunk-text.ts'
import type { RunContext } from './run-context.ts'

type PlanStep = PlanLine['steps'][number]
type StepProgress = Omit<EventData<'step_progress'>, 'step_id'>
type ScheduledStep = ReturnType<typeof scheduleSteps>[number]

/** A call that was not approved, and the decision. */
type RefusedCall = { readonly call: ScriptCall; readonly decision: CallDecision }

type PlanRound = {
  /** The number of the round, from 1. */
  readonly round: number
  readonly pace: Pace | undefined
  /** The reason why the plan of the previous round is replaced. */
  readonly reason: string | undefined
}

const defaultStepDuration = 800

/** Runs one round of a plan: planning, executing with parallel steps, analyzing. */
export function* runPlan(
  context: RunContext,
  at: number,
  plan: PlanLine,
  { round, pace, reason }: PlanRound,
): ScriptEvents<{ at: number; refusal: RefusedCall | undefined }> {
  const phase = (
    name: 'planning' | 'executing' | 'analyzing',
    when: number,
    more: object,
  ): ScriptEvent => ({
    at: when,
    event: { event: 'phase', data: { name, round, ...more } as EventData<'phase'> },
  })
  yield phase('planning', at, { status: 'start', ...(reason === undefined ? {} : { reason }) })
  const pauses = runnerPausesOf(context)
  const planned = at + (plan.takes?.planning ?? pauses.planning)
  const steps = plan.steps.map((step) => ({
    id: step.id,
    task: step.task,
    deps: step.after ?? [],
    tool_hint: step.tool_hint === undefined ? (step.calls?.[0]?.tool ?? null) : step.tool_hint,
  }))
  yield phase('planning', planned, { status: 'done', steps })
  const executing = planned + pauses.step
  yield phase('executing', executing, { status: 'start' })

  const scheduled = scheduleSteps(plan.steps, executing, pauses.step, (thinking) =>
    typeof thinking === 'string'
      ? chunkText(thinking, pace, context.random)
      : chunkText(thinking.text, thinking.pace, context.random),
  )
  const outcomes = yield* mergeTracks(
    scheduled.map((step) => ({ startsAt: step.startsAt, events: runStep(context, step) })),
  )
  const executed = Math.max(...scheduled.map(({ endsAt }) => endsAt)) + pauses.step
  const results = outcomes.map(({ result }) => result)
  yield phase('executing', executed, { status: 'done', results })
  yield phase('analyzing', executed, { status: 'start' })
  const analyzed = executed + (plan.takes?.analyzing ?? pauses.analyzing)
  const refusal = outcomes.find((step) => step.refusal !== undefined)?.refusal
  const verdict =
    refusal === undefined
      ? { achieved: plan.achieved, reasoning: plan.reasoning }
      : {
          achieved: false,
          reasoning: `Without \`${refusal.call.tool}\` the plan stays incomplete.`,
        }
  yield phase('analyzing', analyzed, { status: 'done', confidence: plan.confidence, ...verdict })
  return { at: analyzed + pauses.step, refusal }
}

/** Schedules each step after all steps that it waits for have ended. */
function scheduleSteps(
  steps: readonly PlanStep[],
  from: number,
  gap: number,
  toChunks: (thinking: TypedText) => readonly TextChunk[],
) {
  const endTimes = new Map<string, number>()
  return steps.map((step) => {
    const waitsFor = (step.after ?? []).map((id) => endTimes.get(id) ?? from)
    const startsAt = Math.max(from, ...waitsFor) + (step.pause ?? 0)
    const thoughts = toChunks(step.thinking ?? '')
    const duration = Math.max(step.takes ?? defaultStepDuration, workDuration(step, thoughts, gap))
    const endsAt = startsAt + duration
    endTimes.set(step.id, endsAt)
    return { step, thoughts, startsAt, endsAt }
  })
}

/** The minimum duration of a step in script milliseconds: its thought and then its calls. */
function workDuration(
  { calls = [] }: PlanStep,
  thoughts: readonly TextChunk[],
  gap: number,
): number {
  const thinking = gap + totalDelay(thoughts)
  return calls.reduce((sum, call) => sum + (call.pause ?? 0) + callDuration(call) + gap, thinking)
}

function* runStep(context: RunContext, { step, thoughts, startsAt, endsAt }: ScheduledStep) {
  const progress = (at: number, data: StepProgress): ScriptEvent => ({
    at,
    event: { event: 'step_progress', data: { step_id: step.id, ...data } },
  })
  const { task } = step
  const since = yield* waitAndReadSeconds(context, startsAt)
  const started_at = context.toTimestamp(startsAt)
  yield progress(startsAt, { event: 'started', task, started_at })
  let at = startsAt + runnerPausesOf(context).step
  for (const { text, delay } of thoughts) {
    at += delay
    yield progress(at, { event: 'thinking_delta', thinking_delta: text })
  }
  const { refusal } = yield* runStepCalls(context, at, step.calls ?? [], progress)
  // Computed only at the end of the step, because a parallel step may suspend the turn.
  const until = yield* waitAndReadSeconds(context, endsAt)
  const outcome =
    refusal === undefined
      ? { status: step.status ?? ('completed' as const), result: step.result }
      : { status: 'failed' as const, result: `\`${refusal.call.tool}\` was not approved.` }
  const times = {
    started_at,
    completed_at: context.toTimestamp(endsAt),
    duration: roundSeconds(until - since),
  }
  const usage = context.sendsStepUsage ? { usage: stepUsage(step) } : {}
  yield progress(endsAt, { event: 'completed', task, ...outcome, ...times, ...usage })
  return { result: { id: step.id, task, ...outcome, ...times }, refusal }
}

/** The token usage of a step: from the script, else estimated from the step's texts. */
function stepUsage({ usage, task, result, calls = [] }: PlanStep) {
  const observed = calls.reduce((sum, { observation = '' }) => sum + estimateTokens(observation), 0)
  const prompt_tokens = usage?.prompt_tokens ?? 420 + estimateTokens(task) + observed
  const completion_tokens = usage?.completion_tokens ?? estimateTokens(result)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** Runs the calls of a step one after another. A refused call ends the step. */
function* runStepCalls(
  context: RunContext,
  from: number,
  calls: readonly PlanCall[],
  progress: (at: number, data: StepProgress) => ScriptEvent,
): ScriptEvents<{ refusal?: RefusedCall }, ScriptEvent> {
  let at = from
  for (const [index, call] of calls.entries()) {
    at += call.pause ?? 0
    const common = {
      event: 'iteration' as const,
      type: 'tool_call' as const,
      iteration: index + 1,
      tool: call.tool,
      input: call.input ?? {},
    }
    const { fillsCallFields: isFilled } = context
    const reasoning = call.reasoning ?? (isFilled ? '' : null)
    const open = isFilled ? { observation: null, error: null } : {}
    yield progress(at, { ...common, reasoning, status: 'start', ...open })
    const approved = context.approvedTools?.find(({ tool }) => tool === call.tool)
    const needsApproval =
      context.approvesEveryCall || approved !== undefined || call.approval === true
    const answer =
      (needsApproval ? yield { at, event: { signal: 'approval', call } } : undefined) ??
      defaultDecision
    const decision =
      approved?.runsOnce === true ? decisionOrRepeated(context, call, answer) : answer
    const since = yield* waitAndReadSeconds(context, at)
    if (decision.status === 'approved') at += callDuration(call)
    const seconds = (yield* waitAndReadSeconds(context, at)) - since
    const outcome = callOutcome(context, call, seconds, decision)
    yield progress(at, { ...common, reasoning: isFilled ? '' : reasoning, ...outcome })
    if (decision.status !== 'approved') return { refusal: { call, decision } }
    at += runnerPausesOf(context).step
  }
  return {}
}
