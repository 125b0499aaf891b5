import type { Table, Tables } from './changes.ts'
import type { NodeResult } from '../../contract/records/workflow-run.ts'

const minute = 60_000

/**
 * Counts two numbers per user: workflow runs started in the last minute, and runs in progress (8).
 */
export class WorkflowRunCounts {
  readonly #beginnings: Table<readonly number[]>
  readonly #current = new Map<string, number>()

  constructor(tables: Tables) {
    this.#beginnings = tables.of('beginnings-of-runs')
  }

  /** Lists when the runs of a user started in the minute before `now`, oldest first. */
  inMinuteBefore(user: string, now: number): readonly number[] {
    return (this.#beginnings.get(user) ?? []).filter((moment) => moment > now - minute)
  }

  current(user: string): number {
    return this.#current.get(user) ?? 0
  }

  /**
   * Counts `starts` started workflow runs, and one running workflow run until the returned function
   * is called.
   */
  begin(user: string, now: number, starts: number): () => void {
    const begun = Array.from({ length: starts }, () => now)
    this.#beginnings.set(user, [...this.inMinuteBefore(user, now), ...begun])
    this.#current.set(user, this.current(user) + 1)
    return () => this.#current.set(user, this.current(user) - 1)
  }
}

/** A pending or running workflow run. Its record is stored separately. */
export type RunningWorkflow = {
  readonly workflowId: string
  results(): Readonly<Record<string, NodeResult>>
  /** Cancels the run. Unless `isForced`, a deployment may let running nodes end first. */
  cancel(isForced?: boolean): void
  /** Ends the run without a result, because its world was dropped. */
  abandon(): void
}
