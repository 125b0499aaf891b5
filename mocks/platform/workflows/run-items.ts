import { toSpeedFactor } from '../../../contract/duration.ts'
import type { NodeResult, RunEvent, WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { StoredWorkflowRun } from '../../../contract/snapshot.ts'
import { eventTypeOf } from '../node-kinds.ts'
import { dueAt, type TimedEvent } from '../playback.ts'
import type { ReviewRequest, RunStep, SimulatedRun, StepLog } from './simulate-run.ts'

/** Maps the script time of a run to the world's time. */
export type RunTimeline = Pick<StoredWorkflowRun, 'started_at' | 'speed' | 'pauses'>

/** Converts a script time to milliseconds of the world's time since the start of the run. */
function offsetOf({ speed, pauses = [] }: RunTimeline, at: number): number {
  if (!Number.isFinite(at)) return at
  const running = at / toSpeedFactor(speed)
  return pauses.reduce((sum, { after, ms }) => (after < at ? sum + ms : sum), running)
}

/** Converts a script time to milliseconds since 1970, within the time range of worlds. */
export const momentOf = (timeline: RunTimeline, at: number): number =>
  dueAt({ startedAt: timeline.started_at, speed: 1 }, offsetOf(timeline, at))

const elapsedMs = (timeline: RunTimeline, from: number, to: number): number =>
  Math.round(offsetOf(timeline, to) - offsetOf(timeline, from))

/** An event of a run, in canonical form. */
type PlannedEvent = RunEvent & {
  /** The step whose start or end the event reports. */
  readonly step?: RunStep
  /** Whether the run failed before its first node, because its blueprint is invalid. */
  readonly isRefused?: boolean
}

/** An event with its time, as ISO 8601. */
export type DatedRunEvent = PlannedEvent & { readonly at: string }

/** An event to send, or a review to request. */
export type RunItem = PlannedEvent | { readonly review: ReviewRequest }

/**
 * The events and reviews of a run in the order of time, from `run_started` to `end` or an open
 * review.
 */
export function* runItems(
  simulated: SimulatedRun,
  start: Extract<RunEvent, { readonly event: 'run_started' }>['data'],
  timeline: RunTimeline,
): Generator<TimedEvent<RunItem>> {
  const { isRefused = false, outcome, endsAt } = simulated
  yield { at: 0, event: { event: 'run_started', data: start, isRefused } }
  const happenings = simulated.log ?? simulated.steps.flatMap(stepLogOf)
  const events = happenings.map((one): TimedEvent<RunItem> => {
    if (one.phase === 'event') return { at: one.at, event: one.event }
    const { step, at, phase } = one
    return { at, event: { ...eventOf(step, phase, timeline), step } }
  })
  const reviews = (simulated.reviews ?? []).map((review) => ({ at: review.at, event: { review } }))
  yield* [...events, ...reviews].toSorted((a, b) => a.at - b.at)
  if (outcome.status === 'waiting') return
  const common = { run_id: start.run_id, duration_ms: elapsedMs(timeline, 0, endsAt) }
  const end: PlannedEvent =
    outcome.status === 'completed'
      ? { event: 'run_completed', data: { ...common, ...outcome } }
      : { event: 'run_failed', data: { ...common, ...outcome }, isRefused }
  yield { at: endsAt, event: end }
  yield { at: endsAt, event: { event: 'end', data: {} } }
}

const stepLogOf = (step: RunStep): StepLog[] => [
  ...(step.status === 'skipped' ? [] : [{ at: step.startsAt, phase: 'start', step } as const]),
  ...(step.status === 'cancelled' ? [] : [{ at: step.endsAt, phase: 'end', step } as const]),
]

/** The gap between events after which `deployed-0.8` ends the stream of a run (F-031). */
export const maxSilenceMs = 15_000

/** Yields the items up to a gap of 15 seconds, at which `deployed-0.8` ends the stream. */
export function* itemsUntilSilence(
  items: Iterable<TimedEvent<RunItem>>,
): Generator<TimedEvent<RunItem | { readonly silence: true }>> {
  let last = 0
  for (const item of items) {
    if (item.at - last > maxSilenceMs) {
      yield { at: last + maxSilenceMs, event: { silence: true } }
      return
    }
    if (!('review' in item.event)) last = item.at
    yield item
  }
}

function eventOf(step: RunStep, phase: 'start' | 'end', timeline: RunTimeline): RunEvent {
  const { node, label, startsAt, endsAt } = step
  const names = { node_id: node.id, node_type: node.type }
  if (phase === 'start') return { event: 'node_started', data: { ...names, label } }
  const common = { ...names, duration_ms: elapsedMs(timeline, startsAt, endsAt) }
  if (step.status === 'failed')
    return { event: 'node_failed', data: { ...common, error: step.error } }
  if (step.status === 'completed')
    return { event: 'node_completed', data: { ...common, output: { ...step.output } } }
  const { reason = 'No branch leads to this node in this run.' } =
    step.status === 'skipped' ? step : {}
  return { event: 'node_skipped', data: { ...names, reason } }
}

/** The final record fields of a run that was not cancelled. */
export function finalRecord({ steps, endsAt, outcome }: SimulatedRun, timeline: RunTimeline) {
  const completed_at = new Date(momentOf(timeline, endsAt)).toISOString()
  const results = steps.map((step) => [step.node.id, stepResult(step, timeline)])
  return {
    status: outcome.status === 'waiting' ? 'running' : outcome.status,
    outputs: outcome.status === 'completed' ? { ...outcome.outputs } : null,
    error: outcome.status === 'failed' ? outcome.error : null,
    node_results: Object.fromEntries(results),
    started_at: new Date(timeline.started_at).toISOString(),
    completed_at,
    duration_ms: elapsedMs(timeline, 0, endsAt),
    updated_at: completed_at,
  } satisfies Partial<WorkflowRun>
}

/** The results of the nodes at a script time. Nodes that have not ended get the status `unfinished`. */
export const resultsAt = (
  { steps }: SimulatedRun,
  timeline: RunTimeline,
  now: number,
  unfinished: 'running' | 'cancelled',
): Readonly<Record<string, NodeResult>> =>
  Object.fromEntries(
    steps
      .filter(({ startsAt }) => momentOf(timeline, startsAt) <= now)
      .map((step) => {
        const result = stepResult(step, timeline)
        const hasEnded = step.status !== 'waiting' && momentOf(timeline, step.endsAt) <= now
        if (hasEnded) return [step.node.id, result]
        const open = { ...result, status: unfinished, output: null, error: null }
        return [step.node.id, { ...open, completed_at: null, duration_ms: null }]
      }),
  )

function stepResult(step: RunStep, timeline: RunTimeline): NodeResult {
  const startedAt = momentOf(timeline, step.startsAt)
  const completedAt = momentOf(timeline, step.endsAt)
  const { node, received, retries = 0 } = step
  return {
    status: step.status === 'waiting' ? 'running' : step.status,
    output: step.status === 'completed' ? { ...step.output } : null,
    error: step.status === 'failed' ? step.error : null,
    started_at: new Date(startedAt).toISOString(),
    completed_at: new Date(completedAt).toISOString(),
    duration_ms: Math.round(completedAt - startedAt),
    ...(step.retries !== undefined && { node_type: eventTypeOf(node) }),
    ...(received !== undefined && { received_from: Object.keys(received) }),
    ...(retries > 0 && { retries_used: retries }),
    ...(step.status === 'skipped' && step.reason !== undefined && { reason: step.reason }),
    ...(step.status === 'failed' && step.strategy && { error_strategy: step.strategy }),
  }
}
