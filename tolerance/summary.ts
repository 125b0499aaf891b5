import { escapeLines } from '../contract/escape.ts'
import { commandTest } from './failures.ts'
import type {
  BehaviourResult,
  Finding,
  FirstDifference,
  ShownResponse,
  ToleranceReport,
} from '../contract/tolerance-report.ts'

const maxTests = 5
const maxMessageLines = 6

/** The result of a session for a terminal. */
export function toTerminal(report: ToleranceReport): string {
  return escapeLines([...lines(report)])
}

function* lines(report: ToleranceReport): Generator<string> {
  const { counts, findings, setAside, stopped, runs, seconds } = report
  for (const finding of findings) yield* findingLines(finding, report.behaviours)
  if (setAside.length > 0) {
    yield `Set aside, because their results change: ${setAside.length}`
    for (const { test, reason } of setAside) yield `  ${test}: ${reason}`
    yield ''
  }
  if (counts['not-exercised'] > 0)
    yield `Not exercised, because no request of your tests reached them: ${counts['not-exercised']}`
  if (counts.pinned > 0)
    yield `Not played, because tests set their profile themselves (${report.pinned.join(', ')}): ${counts.pinned}`
  if (counts.unfair > 0)
    yield `Not judged, because no client can recover where they struck: ${named(report, 'unfair')}`
  if (counts['not-run'] > 0) yield `Not played before the end: ${counts['not-run']}`
  if (stopped !== null) for (const line of stopped.reason.split('\n')) yield line
  if (counts.reached > 0) yield resultText(report)
  const together = findings.filter(({ behaviours }) => behaviours.length > 1).length
  if (together > 0)
    yield `${count(together, 'set')} of behaviours ${together === 1 ? 'is' : 'are'} not tolerated together.`
  yield* comparisonLines(report)
  yield `${count(report.tests, 'test')}, ${count(runs.length, 'run')}, ${seconds.toFixed(1)} s, profile ${report.profile}`
}

/** The result compared to the baseline file and to the session before. */
export function* comparisonLines({
  findings,
  baseline,
  trend,
}: ToleranceReport): Generator<string> {
  if (baseline !== null) {
    const known = findings.filter((finding) => finding.known !== null).length
    yield `In the baseline: ${known} of ${findings.length} findings.`
    for (const { behaviour } of baseline.stale)
      yield `Stale in the baseline, because it is tolerated now: ${behaviour}. Remove it, or use --update-baseline.`
    for (const { behaviour, expires } of baseline.expired)
      yield `Expired in the baseline on ${expires}: ${behaviour}.`
  }
  if (trend === null) return
  yield `On ${trend.since}: ${trend.tolerated} of ${trend.reached} were tolerated.`
  if (trend.mended.length > 0) yield `Mended since then: ${trend.mended.join(', ')}`
  if (trend.broken.length > 0) yield `Broken since then: ${trend.broken.join(', ')}`
}

/** The result in one sentence. */
export function resultText({
  counts: { reached, tolerated, intolerant },
}: ToleranceReport): string {
  const rest = intolerant === 0 ? '.' : `; ${intolerant} ${intolerant === 1 ? 'is' : 'are'} not.`
  return `${tolerated} of ${reached} allowed behaviours that your tests reach are tolerated${rest}`
}

function* findingLines(
  { behaviours, tests, reproduce, isRough, exchange, known }: Finding,
  all: readonly BehaviourResult[],
): Generator<string> {
  yield `✗ ${behaviours.join(' with ')}`
  for (const id of behaviours) {
    const found = all.find((one) => one.id === id)
    if (found === undefined) continue
    const { question, says, clause } = found
    yield question === null ? `    ${says}` : `    ${question} Here: ${says}.`
    if (clause !== null) yield `    ${clauseText(found)}`
  }
  if (isRough) yield '    These behaviours fail together; a smaller set was not found.'
  for (const { test, message } of tests.slice(0, maxTests)) {
    yield `    ${test === commandTest ? 'the command fails' : test}`
    for (const line of message.split('\n').slice(0, maxMessageLines)) yield `      ${line}`
  }
  if (tests.length > maxTests) yield `    and ${tests.length - maxTests} more tests`
  if (exchange !== null) {
    yield `    First exchange that differs: ${exchange.request}`
    for (const [name, response] of responsesOf(exchange)) yield `      ${name}: ${response}`
    if (exchange.explanation !== '') yield `      ${exchange.explanation}`
  }
  for (const advice of adviceOf(behaviours, all)) yield `    A tolerant client: ${advice}`
  if (known !== null) yield `    In the baseline until ${known.expires}: ${known.reason}`
  yield `    ${reproduce}`
  yield ''
}

/** The section that leaves a behaviour open, and what it leaves open. */
export const clauseText = ({ clause, gap }: BehaviourResult): string =>
  `Specification, ${clause}${gap === null ? '' : `. Left open: ${gap}`}`

const textOf = ({ status, body }: ShownResponse) => `${status ?? 'no response'} ${body}`.trim()

/** Both responses of an exchange, as text with status and body. */
export function responsesOf({ baseline, here }: FirstDifference): readonly [string, string][] {
  const usual = baseline === null ? [] : [['baseline', textOf(baseline)] as [string, string]]
  return [...usual, ['here', textOf(here)]]
}

/** What a tolerant client does about some behaviours. */
export function adviceOf(
  ids: readonly string[],
  all: readonly BehaviourResult[],
): readonly string[] {
  const advice = ids.map((id) => all.find((one) => one.id === id)?.advice ?? '')
  return [...new Set(advice)].filter((one) => one !== '')
}

const named = ({ behaviours }: ToleranceReport, verdict: BehaviourResult['verdict']) =>
  behaviours
    .filter((one) => one.verdict === verdict)
    .map(({ id }) => id)
    .join(', ')

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
