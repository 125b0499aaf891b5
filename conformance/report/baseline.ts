import { nearestHint } from '../../contract/nearest.ts'
import {
  type BaselineSummary,
  exitCode,
  isDifference,
  isPass,
  verdicts,
  type Report,
  type Result,
} from './report.ts'
import { type Check, isPassive, type Plan, plans } from '../session/check.ts'
import { isObject } from '../../contract/json.ts'
import { operationOf } from '../session/exchange.ts'

/** A failure that is accepted until a given day. */
export type KnownFailure = {
  readonly check: string
  readonly owner: string
  readonly reason: string
  /** The last day on which the failure is accepted, such as `2026-12-31`. */
  readonly expires: string
  /** The plan of the run that found the failure; absent if that run left checks out. */
  readonly plan?: Plan
  /** For a passive check: the first response that failed, as `GET /api/agents/{id} 404`. */
  readonly response?: string
}

/** The failures that are accepted until a given day. */
export type Baseline = readonly KnownFailure[]

/** A problem of a baseline; `path` is its position in the document. */
type BaselineProblem = {
  readonly path: readonly PropertyKey[]
  readonly says: string
  /** What is wrong at the path: the key itself, or the value of the key. */
  readonly part: 'key' | 'value'
}

/** Thrown for an invalid baseline. The message has one line for each problem. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError'
  readonly problems: readonly BaselineProblem[]

  constructor(problems: readonly BaselineProblem[]) {
    super(problems.map(({ says }) => says).join('\n'))
    this.problems = problems
  }
}

/** The fields of an entry, all of which are required. */
export const baselineFields = ['check', 'owner', 'reason', 'expires'] as const
type Field = (typeof baselineFields)[number]
const allFields = [...baselineFields, 'plan', 'response']

/**
 * Reads a baseline from plain data: a list of `{check, owner, reason, expires}`. `checks` are the
 * existing ids. Throws one `BaselineError` for all unknown, missing, empty and duplicate entries.
 */
export function readBaseline(document: unknown, checks: readonly string[]): Baseline {
  const problems: BaselineProblem[] = []
  const addProblem: AddProblem = (path, says, part = 'value') =>
    void problems.push({ path, says, part })
  const baseline = entriesOf(document, addProblem).map((entry, index) =>
    readEntry(entry, index, checks, addProblem),
  )
  for (const [index, { check }] of baseline.entries()) {
    const first = baseline.findIndex((entry) => entry.check === check)
    if (check !== '' && first !== index)
      addProblem([index, 'check'], `\`${check}\` is listed twice: remove one entry`)
  }
  if (problems.length > 0) throw new BaselineError(problems)
  return baseline
}

type AddProblem = (
  path: BaselineProblem['path'],
  says: string,
  part?: BaselineProblem['part'],
) => void

function entriesOf(document: unknown, addProblem: AddProblem): readonly unknown[] {
  if (Array.isArray(document)) return document
  addProblem([], 'A baseline is a list of entries with check, owner, reason and expires')
  return []
}

/** Reads the fields of an entry. A missing field becomes an empty text. */
function readEntry(
  entry: unknown,
  index: number,
  checks: readonly string[],
  addProblem: AddProblem,
): KnownFailure {
  if (!isObject(entry)) {
    addProblem([index], `An entry has the fields ${baselineFields.join(', ')}`)
    return { check: '', owner: '', reason: '', expires: '' }
  }
  const read = (field: Field): string => {
    const value = entry[field]
    if (typeof value === 'string' && value.trim() !== '') return value
    addProblem([index, field], `${blankFieldHints[field]}, in \`${field}\``)
    return ''
  }
  const failure = {
    check: read('check'),
    owner: read('owner'),
    reason: read('reason'),
    expires: read('expires'),
  }
  const { check, expires } = failure
  const plan = plans.find((one) => one === entry['plan'])
  if (check !== '' && !checks.includes(check))
    addProblem([index, 'check'], `There is no check \`${check}\`.${nearestHint(check, checks)}`)
  if (expires !== '' && !isDay(expires))
    addProblem(
      [index, 'expires'],
      `\`expires\` must be a day such as 2026-12-31, not \`${expires}\``,
    )
  if (plan === undefined && 'plan' in entry) {
    const hint = nearestHint(String(entry['plan']), plans)
    addProblem([index, 'plan'], `\`plan\` must be one of ${plans.join(', ')}.${hint}`)
  }
  const { response } = entry
  const isResponse = typeof response === 'string' && /^\S+ .+ \d{3}$/.test(response)
  if (!isResponse && 'response' in entry)
    addProblem(
      [index, 'response'],
      '`response` must be an operation and a status, such as `GET /api/agents/{id} 404`',
    )
  for (const key of Object.keys(entry)) {
    if (!allFields.includes(key))
      addProblem([index, key], `Unknown key \`${key}\`.${nearestHint(key, allFields)}`, 'key')
  }
  return { ...failure, ...(plan !== undefined && { plan }), ...(isResponse && { response }) }
}

const blankFieldHints: Record<Field, string> = {
  check: 'Name the check that fails',
  owner: 'Name who is responsible for this failure',
  reason: 'Explain why this failure is accepted',
  expires: 'Give the last day on which it is accepted',
}

const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
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
  /** Entries without a failure in traffic. They stay: traffic may lack the failing request. */
  readonly unbroken: Baseline
  /** Entries whose check was not decided in this run. */
  readonly undecided: Baseline
}

/** How a run selects its checks, and whether it is strict. */
export type RunSelection = {
  /** The checks to select from. */
  readonly checks: readonly Check[]
  readonly only?: readonly string[]
  readonly strict?: boolean
}

/** Whether the run had all checks of its plan, and ran them to their end. */
const isWhole = ({ interrupted, outOfTime, spent }: Report, { only = [] }: RunSelection): boolean =>
  only.length === 0 && !interrupted && !outOfTime && !spent.overBudget

const isFailure = (result: Result) =>
  ['fail', 'warn'].includes(result.verdict) || isDifference(result)

/**
 * Whether the check of an entry passes now. A passive check judges the traffic of all other checks,
 * so a run with fewer checks than the run of the entry may lack the failing response, and so may a
 * run whose checks were blocked or lacked a credential.
 */
function createPassTest(report: Report, selection: RunSelection) {
  const { plan: ran, results } = report
  const passed = new Set(results.filter(isPass).map(({ id }) => id))
  const isPassiveCheck = passiveIn(selection)
  const seen = report.calls.flatMap(({ operation, statuses }) =>
    Object.keys(statuses).map((status) => kindOf(`${operation} ${status}`)),
  )
  const covers = ({ plan = 'core', response }: KnownFailure) =>
    ran === 'traffic' ||
    (isWhole(report, selection) &&
      plans.indexOf(ran) >= plans.indexOf(plan) &&
      (response === undefined || seen.includes(kindOf(response))))
  return (entry: KnownFailure): boolean =>
    passed.has(entry.check) && (!isPassiveCheck(entry.check) || covers(entry))
}

function passiveIn({ checks }: RunSelection) {
  const ids = new Set(checks.filter(isPassive).map(({ id }) => id))
  return (id: string): boolean => ids.has(id)
}

/** The operation and the first digit of the status, because a repair may change 400 to 422. */
const kindOf = (response: string): string => response.slice(0, -2)

/**
 * Compares the failures of a run to its baseline; `today` is a day such as `2026-11-21`. Traffic
 * makes no entry stale, because traffic contains only some of the requests of a check.
 */
export function compareToBaseline(
  report: Report,
  baseline: Baseline,
  today: string,
  selection: RunSelection,
): BaselineComparison {
  const failed = new Set(report.results.filter(isFailure).map(({ id }) => id))
  const isBroken = ({ check }: KnownFailure) => failed.has(check)
  const isPassing = createPassTest(report, selection)
  const isExpired = ({ expires }: KnownFailure) => expires < today
  const broken = baseline.filter(isBroken)
  const passing = baseline.filter(isPassing)
  const isTraffic = report.traffic !== undefined
  const names = new Set(baseline.map(({ check }) => check))
  return {
    newFailures: failures(report, selection.strict).filter(({ id }) => !names.has(id)),
    known: broken.filter((entry) => !isExpired(entry)),
    expired: broken.filter(isExpired),
    stale: isTraffic ? [] : passing,
    unbroken: isTraffic ? passing : [],
    undecided: baseline.filter((entry) => !isBroken(entry) && !isPassing(entry)),
  }
}

/** Returns the failures of a run; with `strict` the warnings too. */
export const failures = ({ results }: Report, strict = false): readonly Result[] =>
  results.filter(({ verdict }) => verdict === 'fail' || (strict && verdict === 'warn'))

/** Returns the report with verdict `skipped` for known failures; the message names the owner. */
export const excuseKnownFailures = (report: Report, known: Baseline): Report =>
  withVerdict(report, known, 'skipped')

/**
 * Returns the exit code of a run with a baseline: 2 if only stale or expired entries are wrong,
 * else `exitCode`. For traffic of other clients, the code is never 2, and an expired entry is a
 * failure.
 */
export function exitCodeWithBaseline(
  report: Report,
  comparison: BaselineComparison,
  strict = false,
) {
  const { known, expired, stale } = comparison
  if (report.traffic !== undefined) return exitCode(withVerdict(report, known, 'pass'), strict)
  // For the exit code, a known failure counts as a pass.
  const code = exitCode(withVerdict(report, [...known, ...expired], 'pass'), strict)
  return stale.length + expired.length > 0 && (code === 0 || code === 6) ? 2 : code
}

/** Returns the ids of the checks in each group of a comparison, for the JSON report. */
export const baselineSummary = (comparison: BaselineComparison): BaselineSummary => ({
  new: comparison.newFailures.map(({ id }) => id),
  known: comparison.known.map(({ check }) => check),
  expired: comparison.expired.map(({ check }) => check),
  stale: comparison.stale.map(({ check }) => check),
})

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
 * Creates a baseline of a run's failures; new entries get `added`. An entry of `before` stays unless
 * the run shows that its check passes now, because this run may have left its check out.
 */
export function toBaseline(
  report: Report,
  before: Baseline,
  added: Omit<KnownFailure, 'check' | 'plan'>,
  selection: RunSelection,
): Baseline {
  const isPassing = createPassTest(report, selection)
  const kept = before.filter((entry) => report.traffic !== undefined || !isPassing(entry))
  const known = new Set(kept.map(({ check }) => check))
  const found = failures(report, selection.strict).filter(({ id }) => !known.has(id))
  const { plan } = report
  const ofPlan = plan !== 'traffic' && isWhole(report, selection) ? { plan } : {}
  const isPassiveCheck = passiveIn(selection)
  const responseOf = ({ id, evidence: [first] }: Result) =>
    first !== undefined &&
    isPassiveCheck(id) && { response: `${operationOf(first)} ${first.status}` }
  return [
    ...kept,
    ...found.map((result) => ({ check: result.id, ...added, ...ofPlan, ...responseOf(result) })),
  ]
}
