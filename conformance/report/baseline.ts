import { nearest } from '../../contract/nearest.ts'
import { exitCode, verdicts, type Report, type Result } from './report.ts'
import { isObject } from '../../contract/json.ts'

/** A failure that somebody knows of and answers for, until a day. */
export type KnownFailure = {
  readonly check: string
  readonly owner: string
  readonly reason: string
  /** The last day on which it is excused, as `2026-12-31`. */
  readonly expires: string
}

export type Baseline = readonly KnownFailure[]

/** A baseline that cannot be used: what is wrong with it, and where in the document. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError'
  readonly path: readonly PropertyKey[]
  /** Whether the last part of the path is wrong itself, or what stands there. */
  readonly part: 'key' | 'value'

  constructor(path: readonly PropertyKey[], message: string, part: 'key' | 'value' = 'value') {
    super(message)
    this.path = path
    this.part = part
  }
}

const fields = ['check', 'owner', 'reason', 'expires'] as const
type Field = (typeof fields)[number]

/**
 * Reads a baseline from plain data: a list of `{check, owner, reason, expires}`, `checks` being the
 * ids that there are. Throws `BaselineError` for what is unknown, missing, empty or told twice.
 */
export function readBaseline(document: unknown, checks: readonly string[]): Baseline {
  if (!Array.isArray(document)) {
    throw new BaselineError([], 'A baseline is a list of failures, each with check, owner, reason')
  }
  const baseline = document.map((entry: unknown, index) => readEntry(entry, [index], checks))
  for (const [index, { check }] of baseline.entries()) {
    if (baseline.findIndex((entry) => entry.check === check) === index) continue
    throw new BaselineError([index, 'check'], `\`${check}\` stands here for the second time`)
  }
  return baseline
}

function readEntry(entry: unknown, path: readonly number[], checks: readonly string[]) {
  if (!isObject(entry)) throw new BaselineError(path, `A known failure has ${fields.join(', ')}`)
  for (const key of Object.keys(entry)) {
    if (fields.some((field) => field === key)) continue
    throw new BaselineError([...path, key], `Unknown key \`${key}\`.${hint(key, fields)}`, 'key')
  }
  const read = (field: Field): string => {
    const value = entry[field]
    if (typeof value === 'string' && value.trim() !== '') return value
    throw new BaselineError([...path, field], `${blank[field]}, in \`${field}\``)
  }
  const known = {
    check: read('check'),
    owner: read('owner'),
    reason: read('reason'),
    expires: read('expires'),
  }
  if (!checks.includes(known.check)) {
    const says = `There is no check \`${known.check}\`.${hint(known.check, checks)}`
    throw new BaselineError([...path, 'check'], says)
  }
  if (!isDay(known.expires)) {
    const says = `\`expires\` is a day such as 2026-12-31, not \`${known.expires}\``
    throw new BaselineError([...path, 'expires'], says)
  }
  return known
}

const blank: Record<Field, string> = {
  check: 'Say which check fails',
  owner: 'Say who answers for this failure',
  reason: 'Say why this failure is let pass',
  expires: 'Say until which day it is let pass',
}

const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function hint(word: string, allowed: readonly string[]): string {
  const guess = nearest(word, allowed)
  return guess === undefined ? '' : ` Did you mean \`${guess}\`?`
}

/** How a run stands to its baseline. */
export type BaselineComparison = {
  /** Failures that the baseline does not know. */
  readonly newFailures: readonly Result[]
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
): BaselineComparison {
  const results = new Map(report.results.map((result) => [result.id, result]))
  const verdictOf = ({ check }: KnownFailure) => results.get(check)?.verdict
  const isBroken = (entry: KnownFailure) => ['fail', 'warn'].includes(verdictOf(entry) ?? '')
  const isStale = (entry: KnownFailure) => ['pass', 'observed'].includes(verdictOf(entry) ?? '')
  const isExpired = ({ expires }: KnownFailure) => expires < today
  const broken = baseline.filter(isBroken)
  const names = new Set(baseline.map(({ check }) => check))
  return {
    newFailures: failures(report, strict).filter(({ id }) => !names.has(id)),
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
export const excuseKnownFailures = (report: Report, known: Baseline): Report =>
  withVerdict(report, known, 'skipped')

/** The exit code of a run with a baseline: as `exitCode`, and 2 for a stale or expired baseline. */
export function exitCodeWithBaseline(report: Report, standing: BaselineComparison, strict = false) {
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
