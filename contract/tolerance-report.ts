import type { FaultInput } from './fault.ts'

// The report of `agent-understudy tolerance`. The terminal and file formats
// and the console are created from it.

/** The purpose of a session's runs. */
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
 * The verdict about a behaviour. `tolerated`: tests reached the behaviour and passed. `intolerant`:
 * the behaviour alone makes a test fail. `not-exercised`: no test that passed reached it. `pinned`:
 * tests set their profile themselves, so no run could play it. `unfair`: it affected a call from
 * which no client can recover. `not-run`: the session ended before the run, or the behaviour needs
 * a second behaviour, and the second behaviour breaks tests.
 */
export type BehaviourVerdict =
  | 'tolerated'
  | 'intolerant'
  | 'not-exercised'
  | 'pinned'
  | 'unfair'
  | 'not-run'

/** The settings with which a world shows behaviours: changes to the profile, and faults. */
export type PlayedBehaviours = {
  /** Picks as in a profile file; null removes a pick of the profile. */
  readonly picks: Readonly<Record<string, unknown>>
  /** Answers of operations; null removes an answer of the profile. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** Families of operations; null removes a family of the profile. */
  readonly operations?: Readonly<Record<string, unknown>>
  readonly faults: readonly FaultInput[]
}

/** A behaviour with its results: one that the specification allows, or one of the next profile. */
export type BehaviourResult = {
  /** `choice=option`, `fault:name`, `environment:name`, `answer:operation`, `operation:family`. */
  readonly id: string
  readonly verdict: BehaviourVerdict
  /** A sentence about what the deployment or the network does. */
  readonly says: string
  /** The choice; null if the behaviour is a fault, an environment, an answer or a family. */
  readonly choice: string | null
  readonly option: string | null
  readonly question: string | null
  /** The section and rule of the specification that leaves the behaviour open; null if none. */
  readonly clause: string | null
  /** The open point of the specification that only this choice covers; null if there is none. */
  readonly gap: string | null
  /** The recommended behaviour of a tolerant client. */
  readonly advice: string
  /** Tests without a verdict: they did not pass, but the behaviour did not make them fail. */
  readonly unproven: readonly string[]
  readonly plays: PlayedBehaviours
  /** The command that plays only this behaviour. */
  readonly reproduce: string
}

/** A behaviour that is not tried, with the reason. */
export type LeftOut = { readonly id: string; readonly reason: string }

/** A test that failed in a run, with the first lines of its error. */
export type Failure = { readonly test: string; readonly message: string }

/** The response of an exchange, as the journal has it, with masked secrets. */
export type ShownResponse = {
  /** The status; null if the connection was reset. */
  readonly status: number | null
  /** The part of the body around the difference. */
  readonly body: string
}

/** The first exchange in which the run differs from the baseline. */
export type FirstDifference = {
  /** The number of the request in its world. */
  readonly number: number
  /** The method, path and query of the request. */
  readonly request: string
  /** The name of the test, if the fake knows it. */
  readonly test: string | null
  /** The response in the baseline run; null if the tests sent no such request there. */
  readonly baseline: ShownResponse | null
  readonly here: ShownResponse
  /** The explanation of the response from the fake. */
  readonly explanation: string
}

/** Behaviours that make tests fail. */
export type Finding = {
  /** The ids of the behaviours. If there are several, only all together break the tests. */
  readonly behaviours: readonly string[]
  readonly tests: readonly Failure[]
  /** The first exchange that differs from the baseline; null if the tests sent no request. */
  readonly exchange: FirstDifference | null
  /** The baseline entry that accepts the finding. */
  readonly known: KnownBehaviour | null
  readonly plays: PlayedBehaviours
  /** The command that reproduces the finding. */
  readonly reproduce: string
  /** The name of the run with only these behaviours; its folder has calls, results and output. */
  readonly run: string
  /** True if a smaller set of behaviours may break the tests, but there was no time to find it. */
  readonly isRough: boolean
}

/** A baseline entry: behaviours that are known to break tests, and the reason. */
export type KnownBehaviour = {
  /** The id of a behaviour; or of several behaviours that only break tests together: `a with b`. */
  readonly behaviour: string
  readonly owner: string
  readonly reason: string
  /** The last day on which the entry is accepted, such as `2026-12-31`. */
  readonly expires: string
}

/** The comparison of a session with its baseline file. */
type BaselineResult = {
  /** Entries whose behaviours are tolerated now. */
  readonly stale: readonly KnownBehaviour[]
  /** Entries whose last day has passed. */
  readonly expired: readonly KnownBehaviour[]
}

/** The comparison of a session with the previous session. */
type Trend = {
  /** The day of the previous session, such as `2026-11-23`. */
  readonly since: string
  readonly reached: number
  readonly tolerated: number
  /** `mended`: findings that only the previous session had. `broken`: new findings. */
  readonly mended: readonly string[]
  readonly broken: readonly string[]
}

/** One run of the command. */
export type RunSummary = {
  readonly name: string
  readonly purpose: RunPurpose
  /** The ids of the behaviours in the run. */
  readonly behaviours: readonly string[]
  readonly seconds: number
  /** The number of requests to fakes. */
  readonly calls: number
  /** The number of tests with a result. */
  readonly tests: number
  /** The number of failed tests. */
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
  /** Distinguishes this report from the reports of other commands. */
  readonly kind: 'tolerance'
  /** The format version. Later versions of the package may add fields without changing it. */
  readonly version: 1
  readonly command: readonly string[]
  /** The name of the profile. */
  readonly profile: string
  /** The name of the profile of `--to`; null or absent without one. */
  readonly to?: string | null
  /** The profile, in the format of a profile file. */
  readonly profileDocument: object
  /** The name or the path of the fixture. */
  readonly fixture: string
  readonly seed: string
  /** The exit code of the session. */
  readonly exit: number
  readonly stopped: Stop | null
  /** Environment variables without which tests fail. Later runs set them. Absent in old reports. */
  readonly environment?: Readonly<Record<string, string>>
  /** The number of tests in the report; 1 if the whole command counts as one test. */
  readonly tests: number
  /** The names of the tests; `the command` if the whole command counts as one test. */
  readonly testNames: readonly string[]
  readonly hasSingleTests: boolean
  readonly setAside: readonly UnstableTest[]
  /** The profiles that tests set themselves. */
  readonly pinned: readonly string[]
  readonly counts: Readonly<Record<BehaviourVerdict, number>> & {
    /** The number of behaviours that tests reached, whether tolerated or not. */
    readonly reached: number
  }
  readonly behaviours: readonly BehaviourResult[]
  readonly leftOut: readonly LeftOut[]
  /** Classes of behaviour that no run played; absent in reports of earlier versions. */
  readonly notPlayed?: readonly string[]
  readonly findings: readonly Finding[]
  readonly runs: readonly RunSummary[]
  readonly seconds: number
  /** The comparison with the baseline file; null without a baseline file. */
  readonly baseline: BaselineResult | null
  /** The comparison with the previous session; null without a previous session. */
  readonly trend: Trend | null
}

/** The id of the test that stands for the whole command. */
export const commandTest = 'the command'

/** Returns the name of a finding: the ids of its behaviours, joined. */
export const nameOf = ({ behaviours }: Pick<Finding, 'behaviours'>): string =>
  behaviours.toSorted().join(' with ')
