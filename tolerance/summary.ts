import { escapeLines } from '../contract/escape.ts'
import { commandTest } from './failures.ts'
import type { BehaviourResult, Finding, ToleranceReport } from './report.ts'

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
  if (counts.reached > 0) yield sentence(report)
  const together = findings.filter(({ behaviours }) => behaviours.length > 1).length
  if (together > 0)
    yield `${count(together, 'set')} of behaviours ${together === 1 ? 'is' : 'are'} not tolerated together.`
  yield `${count(report.tests, 'test')}, ${count(runs.length, 'run')}, ${seconds.toFixed(1)} s, profile ${report.profile}`
}

/** The result in one sentence. */
function sentence({ counts: { reached, tolerated, intolerant } }: ToleranceReport): string {
  const rest = intolerant === 0 ? '.' : `; ${intolerant} ${intolerant === 1 ? 'is' : 'are'} not.`
  return `${tolerated} of ${reached} allowed behaviours that your tests reach are tolerated${rest}`
}

function* findingLines(
  { behaviours, tests, reproduce, isRough }: Finding,
  all: readonly BehaviourResult[],
): Generator<string> {
  yield `✗ ${behaviours.join(' with ')}`
  for (const id of behaviours) {
    const found = all.find((one) => one.id === id)
    if (found === undefined) continue
    const { question, says, clause } = found
    yield question === null ? `    ${says}` : `    ${question} Here: ${says}.`
    if (clause !== null) yield `    Specification, ${clause}`
  }
  if (isRough) yield '    These behaviours fail together; a smaller set was not found.'
  for (const { test, message } of tests.slice(0, maxTests)) {
    yield `    ${test === commandTest ? 'the command fails' : test}`
    for (const line of message.split('\n').slice(0, maxMessageLines)) yield `      ${line}`
  }
  if (tests.length > maxTests) yield `    and ${tests.length - maxTests} more tests`
  yield `    ${reproduce}`
  yield ''
}

const named = ({ behaviours }: ToleranceReport, verdict: BehaviourResult['verdict']) =>
  behaviours
    .filter((one) => one.verdict === verdict)
    .map(({ id }) => id)
    .join(', ')

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
