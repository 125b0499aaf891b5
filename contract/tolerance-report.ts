import type { FaultInput } from './fault.ts'

// The report of `agent-understudy tolerance`: its terminal and file formats, and the console, read it.

/** Why the runs of a session were made. */
export type RunPurpose =
  | 'baseline'
  | 'environment'
  | 'options'
  | 'faults'
  | 'pairs'
  | 'bisect'
  | 'confirm'
  | 'check'

/**
 * The verdict about a behaviour. `tolerated`: tests reached it and passed. `intolerant`: it alone
 * makes a test fail. `not-exercised`: no request reached it. `pinned`: tests set their profile
 * themselves, so that no run could play it. `unfair`: it struck a call from which no client can
 * recover. `not-run`: the session ended before, or it needs another one that breaks tests.
 */
export type BehaviourVerdict =
  | 'tolerated'
  | 'intolerant'
  | 'not-exercised'
  | 'pinned'
  | 'unfair'
  | 'not-run'

/** What a world plays beside the profile of the report to show behaviours. */
export type PlayedBehaviours = {
  /** Picks as a profile file has them; null removes a pick of the profile. */
  readonly picks: Readonly<Record<string, unknown>>
  /** Answers of operations; null removes one of the profile. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** Families of operations; null removes one of the profile. */
  readonly operations?: Readonly<Record<string, unknown>>
  readonly faults: readonly FaultInput[]
}

/** An allowed behaviour or a difference of the next profile, with what the tests showed about it. */
export type BehaviourResult = {
  /** `choice=option`, `fault:name`, `environment:name`, `answer:operation`, or `operation:family`. */
  readonly id: string
  readonly verdict: BehaviourVerdict
  /** What the deployment or the network does. */
  readonly says: string
  /** Null for a fault, an environment, an answer and a family. */
  readonly choice: string | null
  readonly option: string | null
  readonly question: string | null
  /** The section and rule of the specification that leaves it open. */
  readonly clause: string | null
  /** What the specification leaves open there, if it says so. */
  readonly gap: string | null
  /** What a tolerant client does about it. */
  readonly advice: string
  /** If tests reached it: those that neither passed beside it nor failed because of it. */
  readonly unproven: readonly string[]
  readonly plays: PlayedBehaviours
  /** The command that plays it alone. */
  readonly reproduce: string
}

/** A behaviour that is not tried, with the reason. */
export type LeftOut = { readonly id: string; readonly reason: string }

/** A test that failed in a run, with the first lines of its error. */
export type Failure = { readonly test: string; readonly message: string }

/** One side of an exchange: the response as the journal has it, with masked secrets. */
export type ShownResponse = {
  /** Null if the connection was reset. */
  readonly status: number | null
  /** The part of the body around the difference. */
  readonly body: string
}

/** The first exchange in which the run differs from the baseline. */
export type FirstDifference = {
  /** The number of the request in its world. */
  readonly number: number
  /** Method, path and query. */
  readonly request: string
  /** The name of the test, if the fake knows it. */
  readonly test: string | null
  /** Null if the tests sent no such request under the profile. */
  readonly baseline: ShownResponse | null
  readonly here: ShownResponse
  /** What the fake says about the response. */
  readonly explanation: string
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
  readonly plays: PlayedBehaviours
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
  /** Tells it from the reports of other commands. */
  readonly kind: 'tolerance'
  /** The version of its format. Later versions of the package may add fields without a new one. */
  readonly version: 1
  readonly command: readonly string[]
  /** The name of the profile. */
  readonly profile: string
  /** The name of the profile of `--to`; null or absent without one. */
  readonly to?: string | null
  /** The profile, as a profile file has it. */
  readonly profileDocument: object
  /** The name or the path of the fixture. */
  readonly fixture: string
  readonly seed: string
  /** The exit code. */
  readonly exit: number
  readonly stopped: Stop | null
  /** The variables that later runs had, because the tests pass with them; earlier versions have none. */
  readonly environment?: Readonly<Record<string, string>>
  /** The number of tests that count; 1 if the command is one test. */
  readonly tests: number
  /** Their names; `the command` if the command is one test. */
  readonly testNames: readonly string[]
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
  /** Classes of behaviour that no run played for these tests; reports of earlier versions have none. */
  readonly notPlayed?: readonly string[]
  readonly findings: readonly Finding[]
  readonly runs: readonly RunSummary[]
  readonly seconds: number
  /** Null without a baseline file. */
  readonly baseline: BaselineResult | null
  /** Null without a former session. */
  readonly trend: Trend | null
}

/** The id of the test that stands for the command as a whole. */
export const commandTest = 'the command'

/** The name of a finding: its behaviours, joined. */
export const nameOf = ({ behaviours }: Pick<Finding, 'behaviours'>): string =>
  behaviours.toSorted().join(' with ')
