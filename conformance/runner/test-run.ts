import {
  type Baseline,
  BaselineError,
  readBaseline,
  compareToBaseline,
  excuseKnownFailures,
  exitCodeWithBaseline,
  type BaselineComparison,
} from '../report/baseline.ts'
import { allChecks } from '../checks/all-checks.ts'
import { openLedger } from './ledger-file.ts'
import { productionReason } from './production.ts'
import { exitCode, type Report, type Result } from '../report/report.ts'
import { defaultMaxTime } from '../session/limits.ts'
import type { Ledger } from './residue.ts'
import { runConformance, type RunOptions } from './runner.ts'
import { systemTime } from '../session/time.ts'

/** What to judge and how, where checks are tests. */
export type ConformanceTestOptions = Omit<RunOptions, 'ledger' | 'maxTime'> & {
  /** Warnings fail as well. */
  readonly strict?: boolean
  /** Milliseconds until the run is ended, cleans up and is told as far as it came; ten minutes. */
  readonly duration?: number
  /** Where all that the run makes is noted before it is made: a file, or what is told of it. */
  readonly ledger?: string | Ledger
  /** Failures that are known: skipped with their reason until their last day. */
  readonly baseline?: Baseline
  /** The day by which the baseline is judged, as `2026-11-21`; the present one unless given. */
  readonly today?: string
  /** Lets a plan that writes run on what looks like production. */
  readonly allowProduction?: boolean
}

/** What the tests tell of a run. */
export type TestRun = {
  readonly results: ReadonlyMap<string, Result>
  /** As `exitCode`, known failures aside. */
  readonly code: number
  /** What is to be changed in the baseline, a sentence each. */
  readonly outdated: readonly string[]
}

/**
 * Throws, before anything is sent, for a target that is no address or looks like production, and
 * for a baseline that can't be used.
 */
export function validateTestOptions(options: ConformanceTestOptions): void {
  const {
    target,
    plan,
    baseline = [],
    checks = allChecks,
    allowProduction: knowsProduction = false,
  } = options
  const { protocol, host } = URL.parse(target.baseUrl) ?? {}
  if (!/^https?:$/.test(protocol ?? '')) {
    throw new TypeError(`target.baseUrl is an http or https address, not ${target.baseUrl}.`)
  }
  const sign = plan === 'smoke' || knowsProduction ? undefined : productionReason(target.baseUrl)
  if (sign !== undefined) {
    const cure = 'take plan smoke, or set knowsProduction'
    throw new Error(`${host} may be production (${sign}) and plan ${plan} writes: ${cure}.`)
  }
  try {
    readBaseline(
      baseline,
      checks.map(({ id }) => id),
    )
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error
    throw new TypeError(`baseline.${error.path.join('.')}: ${error.message}.`, { cause: error })
  }
}

/** Judges the target, within its time and with its ledger, and settles what came by the baseline. */
export async function runForTests(options: ConformanceTestOptions): Promise<TestRun> {
  const { ledger: to, duration = defaultMaxTime, ...given } = options
  const file = typeof to === 'string' ? openLedger(given.target.baseUrl, to) : undefined
  const report = await runConformance({
    ...given,
    ledger: typeof to === 'string' ? file : to,
    maxTime: duration,
  })
  file?.close()
  return settled(report, options)
}

function settled(report: Report, options: ConformanceTestOptions): TestRun {
  const { baseline, strict, today = systemTime.today() } = options
  if (baseline === undefined) {
    return { results: byId(report), code: exitCode(report, strict), outdated: [] }
  }
  const standing = compareToBaseline(report, baseline, today, strict)
  return {
    results: byId(excuseKnownFailures(report, standing.known)),
    code: exitCodeWithBaseline(report, standing, strict),
    outdated: outdatedIn(standing),
  }
}

const byId = ({ results }: Report): ReadonlyMap<string, Result> =>
  new Map(results.map((result) => [result.id, result]))

const outdatedIn = ({ expired, stale }: BaselineComparison): readonly string[] => [
  ...expired.map(
    ({ check, owner, expires }) => `${check} was let pass until ${expires} (${owner})`,
  ),
  ...stale.map(({ check }) => `${check} passes now: take its entry out`),
]
