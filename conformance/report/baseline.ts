import { nearest } from '../../contract/nearest.ts'
import { exitCode, verdicts, type Report, type Result } from './report.ts'
import { isObject } from '../../contract/json.ts'

/** A failure that is accepted until a given day. */
export type KnownFailure = {
  readonly check: string
  readonly owner: string
  readonly reason: string
  /** The last day on which it is excused, such as `2026-12-31`. */
  readonly expires: string
}

/** The failures that are accepted until a given day. */
export type Baseline = readonly KnownFailure[]

/** A baseline that cannot be used; `path` is the position of the error in the document. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError'
  readonly path: readonly PropertyKey[]
  /** Whether the key at the end of the path is wrong, or its value. */
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
 * Reads a baseline from plain data: a list of `{check, owner, reason, expires}`. `checks` are the
 * existing ids. Throws `BaselineError` for an unknown, missing, empty or duplicate entry.
 */
export function readBaseline(document: unknown, checks: readonly string[]): Baseline {
  if (!Array.isArray(document)) {
    throw new BaselineError(
      [],
      'A baseline is a list of entries with check, owner, reason and expires',
    )
  }
  const baseline = document.map((entry: unknown, index) => readEntry(entry, [index], checks))
  for (const [index, { check }] of baseline.entries()) {
    if (baseline.findIndex((entry) => entry.check === check) === index) continue
    throw new BaselineError([index, 'check'], `\`${check}\` is listed twice`)
  }
  return baseline
}

function readEntry(entry: unknown, path: readonly number[], checks: readonly string[]) {
  if (!isObject(entry))
    throw new BaselineError(path, `An entry has the fields ${fields.join(', ')}`)
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
    const message = `There is no check \`${known.check}\`.${hint(known.check, checks)}`
    throw new BaselineError([...path, 'check'], message)
  }
  if (!isDay(known.expires)) {
    const message = `\`expires\` must be a day such as 2026-12-31, not \`${known.expires}\``
    throw new BaselineError([...path, 'expires'], message)
  }
  return known
}

/** The JSON Schema of baseline files. `checks` are the existing ids. */
export const baselineSchema = (checks: readonly string[]) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A baseline of `conform` and `proxy`: failures that are accepted until a given day',
  type: ['array', 'null'],
  items: {
    type: 'object',
    additionalProperties: false,
    required: fields,
    properties: {
      check: {
        description: 'The id of the check that fails.',
        // Each operation of a profile with a shape has a check of its own.
        anyOf: [{ enum: checks }, { type: 'string', pattern: '^shape\\.' }],
      },
      owner: { type: 'string', pattern: '\\S', description: 'Who is responsible for the failure.' },
      reason: { type: 'string', pattern: '\\S', description: 'Why the failure is accepted.' },
      expires: {
        type: 'string',
        format: 'date',
        description: 'The last day on which it is accepted, such as 2026-12-31.',
      },
    },
  },
})

const blank: Record<Field, string> = {
  check: 'Name the check that fails',
  owner: 'Name who is responsible for this failure',
  reason: 'Explain why this failure is accepted',
  expires: 'Give the last day on which it is accepted',
}

const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function hint(word: string, allowed: readonly string[]): string {
  const guess = nearest(word, allowed)
  return guess === undefined ? '' : ` Did you mean \`${guess}\`?`
}

/** The result of a run compared to its baseline. */
export type BaselineComparison = {
  /** Failures that are not in the baseline. */
  readonly newFailures: readonly Result[]
  /** Failures that are excused today. */
  readonly known: Baseline
  /** Failures whose last day has passed. */
  readonly expired: Baseline
  /** Entries whose check passes now; they can be removed. */
  readonly stale: Baseline
  /** Entries whose check was not decided in this run. */
  readonly undecided: Baseline
}

/**
 * Sorts failures into new, known, expired and stale ones; `today` is a day such as `2026-11-21`.
 */
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

/** The failures of a run; with `strict` the warnings too. */
const failures = ({ results }: Report, strict: boolean): readonly Result[] =>
  results.filter(({ verdict }) => verdict === 'fail' || (strict && verdict === 'warn'))

/** Returns the report with the known failures as skipped; the message names the owner. */
export const excuseKnownFailures = (report: Report, known: Baseline): Report =>
  withVerdict(report, known, 'skipped')

/**
 * The exit code of a run with a baseline: `exitCode`, or 2 for a stale or expired entry. Never 2 for
 * traffic of other clients, where an expired entry excuses nothing.
 */
export function exitCodeWithBaseline(
  report: Report,
  comparison: BaselineComparison,
  strict = false,
) {
  const { known, expired, stale } = comparison
  // Traffic may not reach the operation that fails, so a passing rule does not make its entry stale.
  if (report.traffic !== undefined) return exitCode(withVerdict(report, known, 'pass'), strict)
  // For the exit code, a known failure counts as a pass.
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

/**
 * Returns the baseline of a run. Entries of `before` are kept; new ones must be completed by hand.
 */
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
