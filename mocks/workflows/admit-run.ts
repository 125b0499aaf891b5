import { limits } from '../../contract/limits.ts'
import type { StoredWorkflow } from '../../contract/records/workflow.ts'
import { ApiError } from '../world/api-error.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { refuseUnplayable } from './inspect.ts'

/** Throws for a workflow that can't be run: `request-senseless`, or `state-conflict` if it is off. */
export function playable(workflow: StoredWorkflow): StoredWorkflow {
  refuseUnplayable(workflow.blueprint)
  if (!workflow.is_active) throw new ApiError('state-conflict', 'This workflow is switched off.')
  return workflow
}

/**
 * Counts runs as begun, or throws `rate-limited` where the caller has too many of them (8).
 * The returned function says that they ended.
 */
export function admitRun({ world, caller }: RequestContext, starts: number): () => void {
  const { perMinute, concurrent } = limits.workflowRuns
  const { runCounts, clock } = world
  const { id } = caller.user
  const now = clock.now()
  const recent = runCounts.inMinuteBefore(id, now)
  if (recent.length + starts > perMinute)
    throw new ApiError(
      'rate-limited',
      `Rate limit exceeded. Maximum is ${perMinute} workflow runs per minute.`,
      { headers: retryAfter(recent[0], now) },
    )
  if (runCounts.current(id) >= concurrent)
    throw new ApiError(
      'rate-limited',
      `Too many concurrent workflow runs. Maximum is ${concurrent} simultaneous runs.`,
    )
  return runCounts.begin(id, now, starts)
}

/** When the oldest run leaves the minute; runs that never fit in have no such moment. */
const retryAfter = (oldest: number | undefined, now: number): Record<string, string> =>
  oldest === undefined ? {} : { 'retry-after': String(Math.ceil((oldest + 60_000 - now) / 1000)) }
