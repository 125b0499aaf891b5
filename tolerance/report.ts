import type { Failure } from './failures.ts'
import type { FirstDifference } from './first-difference.ts'
import type { LeftOut } from './variant.ts'

/** Why the runs of a session were made. */
export type RunPurpose = 'baseline' | 'options' | 'faults' | 'pairs' | 'bisect' | 'check'

/**
 * The verdict about a behaviour. `tolerated`: tests reached it and passed. `intolerant`: it alone
 * makes a test fail. `not-exercised`: no request reached it. `pinned`: tests set their profile
 * themselves, so that no run could play it. `unfair`: it struck a call from which no client can
 * recover. `not-run`: the session ended before.
 */
export type BehaviourVerdict =
  | 'tolerated'
  | 'intolerant'
  | 'not-exercised'
  | 'pinned'
  | 'unfair'
  | 'not-run'

/** An allowed behaviour, with what the tests showed about it. */
export type BehaviourResult = {
  /** `choice=option`, or `fault:name`. */
  readonly id: string
  readonly verdict: BehaviourVerdict
  /** What the deployment or the network does. */
  readonly says: string
  /** Null for a fault. */
  readonly choice: string | null
  readonly option: string | null
  readonly question: string | null
  /** The section and rule of the specification that leaves it open. */
  readonly clause: string | null
  /** What the specification leaves open there, if it says so. */
  readonly gap: string | null
  /** What a tolerant client does about it. */
  readonly advice: string
}

/** Behaviours that make tests fail. */
export type Finding = {
  /** The ids of the behaviours. Several only break the tests together. */
  readonly behaviours: readonly string[]
  readonly tests: readonly Failure[]
  /** The first exchange that differs from the baseline; null if the tests sent no request. */
  readonly exchange: FirstDifference | null
  /** The entry of the baseline file that accepts it. */
  readonly known: KnownBehaviour | null
  /** The command that shows it again. */
  readonly reproduce: string
  /** The run with only these behaviours; its folder has its calls, results and output. */
  readonly run: string
  /** True if the tests failed with these behaviours, but a smaller set was not found in time. */
  readonly isRough: boolean
}

/** An entry of the baseline file: behaviours that are known to break tests, and why. */
export type KnownBehaviour = {
  /** One id, or several that only break tests together: `one with other`. */
  readonly behaviour: string
  readonly owner: string
  readonly reason: string
  /** The last day on which it is accepted, such as `2026-12-31`. */
  readonly expires: string
}

/** A session compared to its baseline file. */
type BaselineResult = {
  /** Entries whose behaviours are tolerated now. */
  readonly stale: readonly KnownBehaviour[]
  /** Entries whose last day has passed. */
  readonly expired: readonly KnownBehaviour[]
}

/** A session compared to the one before it. */
type Trend = {
  /** The day of the session before, such as `2026-11-23`. */
  readonly since: string
  readonly reached: number
  readonly tolerated: number
  /** The findings of that session that are gone, and those that are new. */
  readonly mended: readonly string[]
  readonly broken: readonly string[]
}

/** One run of the command. */
export type RunSummary = {
  readonly name: string
  readonly purpose: RunPurpose
  /** The ids of the behaviours that it played. */
  readonly behaviours: readonly string[]
  readonly seconds: number
  /** The number of requests to fakes. */
  readonly calls: number
  /** The number of tests with a result, and of those that failed. */
  readonly tests: number
  readonly failed: number
  /** The exit code of the command; null if it was killed. */
  readonly exit: number | null
  readonly problem: string | null
}

/** A test whose result changes without a change of the platform. */
export type UnstableTest = { readonly test: string; readonly reason: string }

/** Why a session ended early. */
export type Stop = { readonly code: number; readonly reason: string }

/** The result of a session, as `--json` prints it. */
export type ToleranceReport = {
  readonly command: readonly string[]
  /** The name of the profile. */
  readonly profile: string
  readonly seed: string
  /** The exit code. */
  readonly exit: number
  readonly stopped: Stop | null
  /** The number of tests that count; 1 if the command is one test. */
  readonly tests: number
  readonly hasSingleTests: boolean
  readonly setAside: readonly UnstableTest[]
  /** The profiles that tests set themselves. */
  readonly pinned: readonly string[]
  readonly counts: Readonly<Record<BehaviourVerdict, number>> & {
    /** The number of behaviours that tests reached: tolerated or not. */
    readonly reached: number
  }
  readonly behaviours: readonly BehaviourResult[]
  readonly leftOut: readonly LeftOut[]
  readonly findings: readonly Finding[]
  readonly runs: readonly RunSummary[]
  readonly seconds: number
  /** Null without a baseline file. */
  readonly baseline: BaselineResult | null
  /** Null without a former session. */
  readonly trend: Trend | null
}

/** The name of a finding: its behaviours, joined. */
export const nameOf = ({ behaviours }: Pick<Finding, 'behaviours'>): string =>
  behaviours.toSorted().join(' with ')
