import type { NodeResult } from '../../contract/records/workflow-run.ts'
import { dueAt, type Tempo } from '../turns/play.ts'
import type { Enactment, Step } from './enact.ts'

type Results = Readonly<Record<string, NodeResult>>

/** What becomes of the nodes of a run that goes on to its end. */
export const finalResults = ({ steps }: Enactment, tempo: Tempo): Results =>
  Object.fromEntries(steps.map((step) => [step.node.id, resultOf(step, tempo)]))

/** What became of its nodes until a moment, and how those stand that were under way. */
export const resultsUntil = (
  { steps }: Enactment,
  tempo: Tempo,
  now: number,
  underWay: 'running' | 'cancelled',
): Results =>
  Object.fromEntries(
    steps
      .filter(({ began }) => dueAt(tempo, began) <= now)
      .map((step) => {
        const result = resultOf(step, tempo)
        if (dueAt(tempo, step.ended) <= now) return [step.node.id, result]
        const open = { ...result, status: underWay, output: null, error: null }
        return [step.node.id, { ...open, completed_at: null, duration_ms: null }]
      }),
  )

function resultOf(step: Step, tempo: Tempo): NodeResult {
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
