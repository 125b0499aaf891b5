import { formatCount } from '../../contract/format-count.ts'
import { renderHtml } from '../../report/html.ts'
import { renderMarkdown } from '../../report/markdown.ts'
import { renderTerminal } from '../../report/terminal.ts'
import {
  type Block,
  code,
  heading,
  list,
  exceptOnPage,
  pageOnly,
  paragraph,
  type ReportDocument,
  table,
  type Tone,
} from '../../report/document.ts'
import {
  type BehaviourResult,
  type BehaviourVerdict,
  commandTest,
  type Finding,
  nameOf,
  type RunSummary,
  type ToleranceReport,
} from '../../contract/tolerance-report.ts'
import { diffOfResponses } from './first-difference.ts'

/** The maximum number of failing tests shown per finding. An HTML page shows all. */
const maxTests = 10

/** The result of a session for a terminal. */
export const toTerminal = (report: ToleranceReport): string =>
  renderTerminal(toReportDocument(report))

/** The result of a session as Markdown, for a pull request or the summary of a workflow step. */
export const toMarkdown = (report: ToleranceReport): string =>
  renderMarkdown(toReportDocument(report))

/** The result of a session as one HTML page without external resources and scripts. */
export const toHtml = (report: ToleranceReport): string =>
  renderHtml(toReportDocument(report), { skipTo: ['findings', 'To the findings'] })

/** The verdicts with their colours, the most important first. */
const toneByVerdict: Readonly<Record<BehaviourVerdict, Tone>> = {
  intolerant: 'fail',
  tolerated: 'pass',
  unfair: 'warn',
  pinned: 'warn',
  'not-run': 'faint',
  'not-exercised': 'faint',
}
const verdictOrder = Object.keys(toneByVerdict) as readonly BehaviourVerdict[]

/** Sorts behaviours by verdict, the most important verdict first. */
export const sortByVerdict = (behaviours: readonly BehaviourResult[]): readonly BehaviourResult[] =>
  behaviours.toSorted((a, b) => verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict))

/** The result of a session as a document, for another renderer. */
export const toReportDocument = (report: ToleranceReport): ReportDocument => ({
  title: ['Tolerance of ', code(report.command.join(' '))],
  summary: [...summaryOf(report)],
  body: [...bodyOf(report)],
})

function* summaryOf(report: ToleranceReport): Generator<Block> {
  const { profile, counts, stopped, runs, seconds } = report
  const shown = verdictOrder.filter((verdict) => counts[verdict] > 0)
  for (const line of stopped?.reason.split('\n') ?? [])
    yield paragraph({ strong: line, tone: 'fail' })
  if (counts.reached > 0) yield paragraph(resultText(report))
  yield list(comparisonLines(report))
  yield list(noteLines(report))
  const size = `${formatCount(report.tests, 'test')}, ${formatCount(runs.length, 'run')}, ${seconds.toFixed(1)} s`
  const upgrade = report.to == null ? [] : [', upgraded to ', code(report.to)]
  yield paragraph([`${size}, profile `, code(profile), ...upgrade])
  const rows = shown.map((verdict) => [verdict, counts[verdict], toneByVerdict[verdict]] as const)
  yield pageOnly({ kind: 'counts', rows })
}

function* bodyOf({ findings, behaviours, setAside, leftOut, runs, to }: ToleranceReport) {
  yield heading('Not tolerated', 'findings')
  for (const finding of findings) yield findingBlock(finding, behaviours)
  if (findings.length === 0) yield pageOnly(paragraph('Nothing.'))
  yield heading('Tests set aside, because their results change', 'set-aside')
  yield list(setAside.map(({ test, reason }) => [code(test), ': ', reason]))
  const rows = sortByVerdict(behaviours).map(({ id, verdict, says }) => [
    code(id),
    { strong: verdict, tone: toneByVerdict[verdict] },
    says,
  ])
  const others = leftOut.map(({ id, reason }) => [code(id), 'left out', reason])
  const head = ['Behaviour', 'Verdict', 'What the platform does']
  const title = to == null ? 'Allowed behaviours' : 'Differences'
  yield pageOnly(heading(title, 'behaviours'), table(head, [...rows, ...others]))
  yield pageOnly(heading('Runs', 'runs'), list(runs.map(runText)))
}

const runText = (run: RunSummary): string =>
  `${run.name}: ${formatCount(run.behaviours.length, 'behaviour')}, ${formatCount(run.calls, 'request')}, ${formatCount(run.tests, 'test')}, ${run.failed} failed, ${run.seconds.toFixed(1)} s ${run.problem ?? ''}`

/** Notes about the limits of the result, with the reasons. */
function* noteLines(report: ToleranceReport): Generator<string> {
  const { counts, findings } = report
  const together = findings.filter(({ behaviours }) => behaviours.length > 1).length
  const unproven = report.behaviours.filter((one) => one.unproven.length > 0)
  const skipped = unproven.filter(({ verdict }) => verdict === 'not-exercised')
  const tolerated = unproven.filter(({ verdict }) => verdict === 'tolerated')
  if (counts['not-exercised'] > skipped.length)
    yield `Not exercised, because no request of your tests reached them: ${counts['not-exercised'] - skipped.length}`
  if (skipped.length > 0) yield `Not exercised, because no test passed with them: ${idsOf(skipped)}`
  if (tolerated.length > 0)
    yield `Tolerated, but some tests were skipped or did not run: ${idsOf(tolerated)}`
  if (counts.pinned > 0)
    yield `Not played, because tests set their profile themselves (${report.pinned.join(', ')}): ${counts.pinned}`
  if (counts.unfair > 0)
    yield `Not judged, because no client can recover where they took effect: ${idsOf(report.behaviours.filter(({ verdict }) => verdict === 'unfair'))}`
  if (report.notPlayed !== undefined && report.notPlayed.length > 0)
    yield `Not played for these tests, so nothing is said about it: ${report.notPlayed.join('; ')}`
  const set = Object.entries(report.environment ?? {}).map(([name, value]) => `${name}=${value}`)
  if (set.length > 0) yield `The runs had ${set.join(' ')}; the tests pass in this environment.`
  const end =
    report.to == null
      ? ' before the session ended'
      : ', because the session ended or a behaviour that they need breaks tests'
  if (counts['not-run'] > 0) yield `Not played${end}: ${counts['not-run']}`
  if (report.to != null && report.leftOut.length > 0)
    yield `Not played, because only the shapes of bodies are known to differ: ${report.leftOut.length}`
  if (together > 0)
    yield `${formatCount(together, 'set of behaviours is', 'sets of behaviours are')} not tolerated together.`
}

/** Compares the result with the baseline file and with the previous session. */
function* comparisonLines({ findings, baseline, trend }: ToleranceReport): Generator<string> {
  if (baseline !== null) {
    const knownCount = findings.filter((finding) => finding.known !== null).length
    yield `In the baseline: ${knownCount} of ${findings.length} findings.`
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
function resultText({ counts: { reached, tolerated, intolerant }, to }: ToleranceReport): string {
  const rest = intolerant === 0 ? '.' : `; ${formatCount(intolerant, 'is', 'are')} not.`
  const noun = to == null ? 'allowed behaviours' : 'differences'
  return `${tolerated} of ${reached} ${noun} that your tests reach are tolerated${rest}`
}

const findingBlock = (finding: Finding, allBehaviours: readonly BehaviourResult[]): Block => ({
  kind: 'finding',
  verdict: '✗',
  tone: 'fail',
  name: nameOf(finding),
  ...(finding.known && { note: 'in the baseline' }),
  isOpen: finding.known === null,
  blocks: [...findingParts(finding, allBehaviours)],
})

function* findingParts(finding: Finding, all: readonly BehaviourResult[]): Generator<Block> {
  const { behaviours, tests, reproduce, isRough, exchange, known } = finding
  for (const part of all.filter(({ id }) => behaviours.includes(id))) {
    const says = part.question === null ? part.says : `${part.question} Here: ${part.says}.`
    yield paragraph(says, ...(part.clause === null ? [] : [clauseText(part)]))
  }
  if (isRough) yield paragraph('These behaviours fail together; a smaller set was not found.')
  const failures = tests.map(({ test, message }): readonly Block[] => [
    paragraph([test === commandTest ? 'The command fails:' : code(test)]),
    { kind: 'code', language: 'text', text: message },
  ])
  yield* failures.slice(0, maxTests).flat()
  yield pageOnly(...failures.slice(maxTests).flat())
  if (tests.length > maxTests)
    yield exceptOnPage(paragraph(`and ${tests.length - maxTests} more tests`))
  if (exchange !== null) {
    yield paragraph(['First exchange that differs: ', code(exchange.request)])
    yield { kind: 'code', language: 'diff', text: diffOfResponses(exchange) }
    if (exchange.explanation !== '') yield paragraph(exchange.explanation)
  }
  for (const advice of adviceOf(behaviours, all)) yield paragraph(`A tolerant client: ${advice}`)
  if (known !== null)
    yield paragraph(`In the baseline until ${known.expires}: ${known.reason} (${known.owner})`)
  yield { kind: 'code', language: 'sh', text: reproduce }
}

/** The section of the specification that leaves a behaviour open, and the open point. */
export const clauseText = ({ clause, gap }: BehaviourResult): string =>
  `Specification, ${clause}${gap === null ? '' : `. Left open: ${gap}`}`

/** The advice for some behaviours. */
export function adviceOf(
  ids: readonly string[],
  allBehaviours: readonly BehaviourResult[],
): readonly string[] {
  const advice = ids.map((id) => allBehaviours.find((one) => one.id === id)?.advice ?? '')
  return [...new Set(advice)].filter((one) => one !== '')
}

const idsOf = (behaviours: readonly BehaviourResult[]) => behaviours.map(({ id }) => id).join(', ')
