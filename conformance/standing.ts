import type { Baseline, KnownFailure } from './baseline.ts'
import { exitCode, verdicts } from './report.ts'
import type { Report, Result } from './report.ts'

/** How a run stands to its baseline. */
export type Standing = {
  /** Failures that the baseline does not know. */
  readonly fresh: readonly Result[]
  /** Failures that are excused today. */
  readonly known: Baseline
  /** Failures whose excuse has run out. */
  readonly expired: Baseline
  /** What passes by now: the entry can go. */
  readonly stale: Baseline
  /** What this run did not decide. */
  readonly undecided: Baseline
}

/** Tells new failures from known, expired and stale ones; `today` as `2026-11-21`. */
export function compareToBaseline(
  report: Report,
  baseline: Baseline,
  today: string,
  strict = false,
): Standing {
  const results = new Map(report.results.map((result) => [result.id, result]))
  const verdictOf = ({ check }: KnownFailure) => results.get(check)?.verdict
  const isBroken = (entry: KnownFailure) => ['fail', 'warn'].includes(verdictOf(entry) ?? '')
  const isStale = (entry: KnownFailure) => ['pass', 'observed'].includes(verdictOf(entry) ?? '')
  const isExpired = ({ expires }: KnownFailure) => expires < today
  const broken = baseline.filter(isBroken)
  const names = new Set(baseline.map(({ check }) => check))
  return {
    fresh: failures(report, strict).filter(({ id }) => !names.has(id)),
    known: broken.filter((entry) => !isExpired(entry)),
    expired: broken.filter(isExpired),
    stale: baseline.filter(isStale),
    undecided: baseline.filter((entry) => !isBroken(entry) && !isStale(entry)),
  }
}

/** The failures of a run; with `strict`, the warnings too. */
const failures = ({ results }: Report, strict: boolean): readonly Result[] =>
  results.filter(({ verdict }) => verdict === 'fail' || (strict && verdict === 'warn'))

/** The report with failures that are excused as skipped ones, and by whom they are excused. */
export const excused = (report: Report, known: Baseline): Report =>
  withVerdict(report, known, 'skipped')

/** The exit code of a run with a baseline: as `exitCode`, and 2 for a stale or expired baseline. */
export function exitCodeAgainst(report: Report, standing: Standing, strict = false) {
  const { known, expired, stale } = standing
  // A known failure is as much of a decision as a pass.
  const code = exitCode(withVerdict(report, [...known, ...expired], 'pass'), strict)
  return stale.length + expired.length > 0 && (code === 0 || code === 6) ? 2 : code
}

function withVerdict(report: Report, known: Baseline, verdict: 'pass' | 'skipped'): Report {
  const entries = new Map(known.map((entry) => [entry.check, entry]))
  const results = report.results.map((result) => {
    const entry = entries.get(result.id)
    return entry ? { ...result, verdict, message: excuseOf(entry) } : result
  })
  const counts = verdicts.map((each) => [
    each,
    results.filter((one) => one.verdict === each).length,
  ])
  const causes = report.causes.flatMap(({ checks, ...cause }) => {
    const left = checks.filter((check) => !entries.has(check))
    return left.length > 0 ? [{ ...cause, checks: left }] : []
  })
  return { ...report, summary: Object.fromEntries(counts) as Report['summary'], causes, results }
}

const excuseOf = ({ owner, reason, expires }: KnownFailure): string =>
  `a known failure until ${expires} (${owner}: ${reason})`

/** The baseline of a run: what `before` says of a failure stays, else it is to be filled in. */
export function toBaseline(
  report: Report,
  before: Baseline,
  expires: string,
  strict = false,
): Baseline {
  return failures(report, strict).map(
    ({ id }) =>
      before.find(({ check }) => check === id) ?? { check: id, owner: '', reason: '', expires },
  )
}
