import type { ChoiceId } from '../choices.ts'

// The control API of conformance runs (`/__control/conformance`): the types of its responses.

export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'observed'
  | 'skipped'
  | 'blocked'
  | 'inconclusive'
  | 'error'

/** The number of checks by verdict. */
export type VerdictCounts = Readonly<Partial<Record<Verdict, number>>>

type CheckCounts = {
  readonly checks: number
  /** The number of checks that have a verdict. */
  readonly done: number
  readonly verdicts: VerdictCounts
}

/** The counts of a group of checks. */
export type GroupCounts = CheckCounts & {
  /** The prefix of the ids of the group's checks, such as `keys`. */
  readonly name: string
}

/** A check that failed or warned. */
export type CheckFailure = {
  readonly id: string
  readonly verdict: Verdict
  readonly clause: string
  /** The text of the rule that the check verifies. */
  readonly says: string
  readonly message: string
  /** The likely cause: a rule, or a wrong value. Several failures can have the same cause. */
  readonly cause: string
  /** The calls that show the failure; secrets in paths are masked. */
  readonly calls: readonly {
    readonly method: string
    readonly path: string
    readonly status: number
  }[]
  /** The picks of the world that explain the failure. */
  readonly played: readonly { readonly choice: ChoiceId; readonly option: string }[]
}

/** The counts and failures of a run so far. */
export type RunProgress = CheckCounts & {
  readonly groups: readonly GroupCounts[]
  readonly failures: readonly CheckFailure[]
}

/** The reason why a run stopped early. */
export type StopReason = 'asked' | 'too-long' | 'world-gone'

/** A conformance run against the fake. */
export type ConformanceRun = RunProgress & {
  readonly id: string
  readonly state: 'running' | 'stopping' | 'over'
  readonly plan: string
  /** Globs for the ids of the checks to run, such as `keys.*`; empty for all checks of the plan. */
  readonly only: readonly string[]
  /** The name of the world whose profile and fixture the run uses. */
  readonly like: string
  /** The name of the world that receives the requests of the run. */
  readonly world: string
  readonly profile: string
  readonly speed: number
  /** The start of the run: ISO 8601, UTC. */
  readonly began_at: string
  readonly ms: number
  readonly stopped: StopReason | null
  /** The path of the run's HTML report, relative to the base URL of the server. */
  readonly report: string | null
  /** The result in one sentence; absent while the run lasts. */
  readonly conclusion: string | null
}

/** A plan of checks, with the most requests, turns, keys and conversations that it can need. */
export type PlanDetails = {
  readonly name: string
  readonly says: string
  readonly checks: number
  readonly requests: number
  readonly turns: number
  readonly keys: number
  readonly conversations: number
}

/** The response to `GET conformance`. */
export type ConformanceStatus = {
  readonly plans: readonly PlanDetails[]
  readonly run: ConformanceRun | null
}
