import type { NodeResult, WorkflowRun } from '../../../contract/records/workflow-run.ts'
import { dueAt, type Timeline } from '../playback.ts'
import type { SimulatedRun, RunStep } from './simulate-run.ts'

type NodeResults = Readonly<Record<string, NodeResult>>

/** What a run leaves in its record that goes on to its end. */
export function finalRecord({ steps, ended, outcome }: SimulatedRun, tempo: Timeline) {
  const completed_at = new Date(dueAt(tempo, ended)).toISOString()
  return {
    status: outcome.status,
    outputs: outcome.status === 'completed' ? { ...outcome.outputs } : null,
    error: outcome.status === 'failed' ? outcome.error : null,
    node_results: Object.fromEntries(steps.map((step) => [step.node.id, stepResult(step, tempo)])),
    completed_at,
    duration_ms: Math.round(ended / tempo.speed),
    updated_at: completed_at,
  } satisfies Partial<WorkflowRun>
}

/** What became of its nodes until a moment, and how those stand that were under way. */
export const resultsAt = (
  { steps }: SimulatedRun,
  tempo: Timeline,
  now: number,
  underWay: 'running' | 'cancelled',
): NodeResults =>
  Object.fromEntries(
    steps
      .filter(({ began }) => dueAt(tempo, began) <= now)
      .map((step) => {
        const result = stepResult(step, tempo)
        if (dueAt(tempo, step.ended) <= now) return [step.node.id, result]
        const open = { ...result, status: underWay, output: null, error: null }
        return [step.node.id, { ...open, completed_at: null, duration_ms: null }]
      }),
  )

function stepResult(step: RunStep, tempo: Timeline): NodeResult {
  const started = dueAt(tempo, step.began)
  const completed = dueAt(tempo, step.ended)
  return {
    status: step.status,
    output: step.status === 'completed' ? { ...step.output } : null,
    error: step.status === 'failed' ? step.error : null,
    started_at: new Date(started).toISOString(),
    completed_at: new Date(completed).toISOString(),
    duration_ms: Math.round(completed - started),
  }
}
