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
import { productionReason } from '../../contract/production.ts'
import { exitCode, type Report, type Result } from '../report/report.ts'
import type { Ledger } from './residue.ts'
import { runConformance, type RunOptions } from './runner.ts'
import { systemTime } from '../session/time.ts'

/** Options of `conformanceTests`: the options of a run, and the rules to evaluate its result. */
export type ConformanceTestOptions = Omit<RunOptions, 'ledger'> & {
  /** Whether warnings also fail their tests. */
  readonly strict?: boolean
  /** The path of a ledger file, or an object that receives an entry for each created record. */
  readonly ledger?: string | Ledger
  /** Accepted failures. Until their last day, these checks are skipped with the given reason. */
  readonly baseline?: Baseline
  /** The day on which the baseline is evaluated, such as `2026-11-21`; today by default. */
  readonly today?: string
  /** Allows a plan that writes, although the target looks like production. */
  readonly allowProduction?: boolean
}

/** The result of a run for tests. `results` are by check id. */
export type TestRun = {
  readonly results: ReadonlyMap<string, Result>
  /** The exit code of the run; with a baseline, the code from `exitCodeWithBaseline`. */
  readonly code: number
  /** One sentence for each entry of the baseline that must be changed. */
  readonly outdated: readonly string[]
}

/** Throws if the target is no address or looks like production, or if the baseline is invalid. */
export function validateTestOptions(options: ConformanceTestOptions): void {
  const { target, plan, baseline = [], checks = allChecks, allowProduction = false } = options
  const { protocol, host } = URL.parse(target.baseUrl) ?? {}
  if (!/^https?:$/.test(protocol ?? '')) {
    throw new TypeError(`target.baseUrl must be an http or https address, not ${target.baseUrl}.`)
  }
  const reason = plan === 'smoke' || allowProduction ? undefined : productionReason(target.baseUrl)
  if (reason !== undefined) {
    const cure = 'use plan smoke, or set allowProduction'
    throw new Error(`${host} may be production (${reason}) and plan ${plan} writes: ${cure}.`)
  }
  try {
    readBaseline(
      baseline,
      checks.map(({ id }) => id),
    )
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error
    const lines = error.problems.map(({ path, says }) => `baseline.${path.join('.')}: ${says}.`)
    throw new TypeError(lines.join('\n'), { cause: error })
  }
}

/** Runs the checks within their time limit and with their ledger, and applies the baseline. */
export async function runForTests(options: ConformanceTestOptions): Promise<TestRun> {
  const { ledger, ...run } = options
  const file = typeof ledger === 'string' ? openLedger(run.target.baseUrl, ledger) : undefined
  const report = await runConformance({
    ...run,
    ledger: typeof ledger === 'string' ? file : ledger,
  })
  file?.close()
  return applyBaseline(report, options)
}

function applyBaseline(report: Report, options: ConformanceTestOptions): TestRun {
  const { baseline, strict, today = systemTime.today(), checks = allChecks } = options
  if (baseline === undefined) {
    return { results: byId(report), code: exitCode(report, strict), outdated: [] }
  }
  const comparison = compareToBaseline(report, baseline, today, { ...options, checks })
  return {
    results: byId(excuseKnownFailures(report, comparison.known)),
    code: exitCodeWithBaseline(report, comparison, strict),
    outdated: outdatedEntries(comparison),
  }
}

const byId = ({ results }: Report): ReadonlyMap<string, Result> =>
  new Map(results.map((result) => [result.id, result]))

const outdatedEntries = ({ expired, stale }: BaselineComparison): readonly string[] => [
  ...expired.map(
    ({ check, owner, expires }) =>
      `${check} was accepted until ${expires} (${owner}): fix it, or change \`expires\``,
  ),
  ...stale.map(({ check }) => `${check} passes now: remove its entry`),
]
