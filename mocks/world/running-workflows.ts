import type { Table, Tables } from './tables.ts'
import type { NodeResult } from '../../contract/records/workflow-run.ts'

const minute = 60_000

/** How many workflow runs each user began within a minute, and has at this moment (8). */
export class WorkflowRunCounts {
  readonly #beginnings: Table<readonly number[]>
  readonly #current = new Map<string, number>()

  constructor(tables: Tables) {
    this.#beginnings = tables.of('beginnings-of-runs')
  }

  /** The moments of the runs that a user began within the minute before `now`, oldest first. */
  inMinuteBefore(user: string, now: number): readonly number[] {
    return (this.#beginnings.get(user) ?? []).filter((moment) => moment > now - minute)
  }

  current(user: string): number {
    return this.#current.get(user) ?? 0
  }

  /** Counts `starts` runs as begun, and one as there until the returned function is called. */
  begin(user: string, now: number, starts: number): () => void {
    const begun = Array.from({ length: starts }, () => now)
    this.#beginnings.set(user, [...this.inMinuteBefore(user, now), ...begun])
    this.#current.set(user, this.current(user) + 1)
    return () => this.#current.set(user, this.current(user) - 1)
  }
}

/** A workflow run that is pending or running, beside its record. */
export type RunningWorkflow = {
  readonly workflowId: string
  /** What became of its nodes so far. */
  results(): Readonly<Record<string, NodeResult>>
  /** Ends it where it stands. */
  cancel(): void
  /** Lets go of it: its world is gone, and its readers with it. */
  abandon(): void
}
