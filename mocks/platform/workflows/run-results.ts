import type { NodeResult, WorkflowRun } from '../../../contract/records/workflow-run.ts'
import { dueAt, type Timeline } from '../playback.ts'
import type { SimulatedRun, RunStep } from './simulate-run.ts'

type NodeResults = Readonly<Record<string, NodeResult>>

/** The final fields of the record of a run that was not cancelled. */
export function finalRecord({ steps, endsAt, outcome }: SimulatedRun, timeline: Timeline) {
  const completed_at = new Date(dueAt(timeline, endsAt)).toISOString()
  return {
    status: outcome.status,
    outputs: outcome.status === 'completed' ? { ...outcome.outputs } : null,
    error: outcome.status === 'failed' ? outcome.error : null,
    node_results: Object.fromEntries(
      steps.map((step) => [step.node.id, stepResult(step, timeline)]),
    ),
    completed_at,
    duration_ms: Math.round(endsAt / timeline.speed),
    updated_at: completed_at,
  } satisfies Partial<WorkflowRun>
}

/** The results of the nodes at a moment. Nodes that have not ended get the status `unfinished`. */
export const resultsAt = (
  { steps }: SimulatedRun,
  timeline: Timeline,
  now: number,
  unfinished: 'running' | 'cancelled',
): NodeResults =>
  Object.fromEntries(
    steps
      .filter(({ startsAt }) => dueAt(timeline, startsAt) <= now)
      .map((step) => {
        const result = stepResult(step, timeline)
        if (dueAt(timeline, step.endsAt) <= now) return [step.node.id, result]
        const open = { ...result, status: unfinished, output: null, error: null }
        return [step.node.id, { ...open, completed_at: null, duration_ms: null }]
      }),
  )

function stepResult(step: RunStep, timeline: Timeline): NodeResult {
  const startedAt = dueAt(timeline, step.startsAt)
  const completedAt = dueAt(timeline, step.endsAt)
  return {
    status: step.status,
    output: step.status === 'completed' ? { ...step.output } : null,
    error: step.status === 'failed' ? step.error : null,
    started_at: new Date(startedAt).toISOString(),
    completed_at: new Date(completedAt).toISOString(),
    duration_ms: Math.round(completedAt - startedAt),
  }
}
