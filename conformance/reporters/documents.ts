import {
  countDecided,
  isMostlyBlocked,
  isUnanswered,
  type Report,
  type Result,
} from '../report/report.ts'
import { shortenWithLength } from '../../contract/shorten.ts'
import { renderTerminal, terminalLines } from '../../report/terminal.ts'
import type { BaselineComparison } from '../report/baseline.ts'
import { formatCount } from '../../contract/format-count.ts'
import { contentPolicy, renderHtml, markup, type Markup } from '../../report/html.ts'
import { renderMarkdown } from '../../report/markdown.ts'
import {
  type Block,
  type Finding,
  firstLines,
  sectionGap,
  list,
  paragraph,
} from '../../report/document.ts'
import {
  commandOf,
  findingBlock,
  findingOf,
  sectionOf,
  toReportDocument,
  verdictOrder,
} from './report-document.ts'
import {
  causeLine,
  type CauseGroup,
  causesTitle,
  checkIds,
  costText,
  groupCauses,
  groupUndecided,
  maxLine,
  summarizeShapes,
  summaryText,
  whyBlocked,
} from './summary.ts'

/** The form that filters the checks of a page. It is hidden until the script of the page runs. */
const filterForm = (
  verdicts: readonly string[],
  sections: readonly string[],
): Markup => markup`<form hidden role="search" aria-label="Filter the checks">
<label>Text <input name="text" type="search" placeholder="id, message, evidence" /></label>
<label>Verdict <select name="verdict">
<option value="">all</option>
<option value="fail error warn">needs attention</option>
${verdicts.map(option)}</select></label>
<label>Level <select name="level">
<option value="">all</option>
${['must', 'should', 'observe'].map(option)}</select></label>
<label>Section <select name="section">
<option value="">all</option>
${sections.map(option)}</select></label>
<button type="reset">Show all</button>
<p role="status"></p>
</form>
`

const option = (word: string): Markup => markup`<option>${word}</option>\n`

/** The script of the page: filters checks, copies commands, and opens the check in the URL hash. */
const script = `
const form = document.querySelector('form')
const status = document.querySelector('[role=status]')
const checks = [...document.querySelectorAll('details[data-verdict]')]

const filter = () => {
  const { text, verdict, level, section } = Object.fromEntries(new FormData(form))
  const words = text.toLowerCase().split(/\\s+/)
  const fits = ({ dataset, textContent }) =>
    (!verdict || verdict.split(' ').includes(dataset.verdict)) &&
    (!level || dataset.level === level) &&
    (!section || dataset.section === section) &&
    words.every((word) => textContent.toLowerCase().includes(word))
  for (const check of checks) check.hidden = !fits(check)
  const shown = checks.filter((check) => !check.hidden).length
  status.textContent = shown + ' of ' + checks.length + ' checks'
}
form.hidden = false
form.addEventListener('input', filter)
form.addEventListener('reset', () => queueMicrotask(filter))
form.addEventListener('submit', (event) => event.preventDefault())
filter()

const openTarget = () => {
  const check = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!check?.matches('details')) return
  if (check.hidden) { form.reset(); filter() }
  check.open = true
  check.scrollIntoView()
}
addEventListener('hashchange', openTarget)
openTarget()

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const command = button.previousElementSibling
    getSelection().selectAllChildren(command)
    const copied = navigator.clipboard?.writeText(command.textContent).then(() => true, () => false)
    button.textContent = (await copied) ? 'Copied' : 'Selected'
  })
}
`

/**
 * Formats a report as Markdown, for a pull request or the summary of a workflow step.
 *
 * @example
 * await appendFile(process.env.GITHUB_STEP_SUMMARY, toMarkdown(report))
 */
export const toMarkdown = (
  report: Report,
  strict = false,
  comparison?: BaselineComparison,
): string => renderMarkdown(toReportDocument(report, strict, comparison))

/**
 * Formats a report as one HTML page without external resources.
 *
 * @example
 * await writeFile('report.html', toHtml(report))
 */
export function toHtml(report: Report, strict = false, comparison?: BaselineComparison): string {
  const sections = [...new Set(report.results.map(sectionOf))].toSorted()
  const present = verdictOrder.filter((verdict) => report.summary[verdict] > 0)
  return renderHtml(toReportDocument(report, strict, comparison), {
    skipTo: ['checks', 'To the checks'],
    script,
    controls: filterForm(present, sections),
  })
}

/** The Content-Security-Policy of the page. It allows only the style and script of the page. */
export const reportPolicy = contentPolicy(script)

const oneScreen = 40
const maxDetailed = 3
/** Maximum number of lines for the details of one cause, without its title and hint. */
const detailLines = 9
const otherLines = 4
const maxBrief = 5

/**
 * Formats a report for a terminal: one line for each cause, as many details as fit on one screen,
 * the undecided checks, and the cost of the run.
 *
 * @example
 * console.log(toTerminal(await runConformance({ target, plan: 'core' })))
 */
export function toTerminal(report: Report, strict = false): string {
  const { target, plan, results } = report
  const groups = groupCauses(results)
  const errors = results.filter(({ verdict }) => verdict === 'error').slice(0, maxDetailed)
  const [head, tail] = [[...causeBlocks(report, groups)], [...remainingBlocks(report, strict)]]
  const usedLines =
    terminalLines([...head, ...tail]).length + errors.length * detailLines + otherLines
  const least = isMostlyBlocked(report) ? 0 : groups.length <= maxDetailed ? maxDetailed : 1
  const fitting = Math.floor((oneScreen - usedLines) / detailLines)
  const most = Math.min(maxDetailed, Math.max(least, fitting))
  const details = [
    ...errors.map(findingOf(report)),
    ...groups.slice(0, most).flatMap((group) => causeDetails(group, commandOf(report))),
  ]
  const hint = groups.length > most ? ['--report html=FILE has the details of each failure.'] : []
  return renderTerminal({
    title: `Conformance of ${target}, plan ${plan}`,
    body: [...head, sectionGap, ...details, sectionGap, paragraph(...hint), ...tail],
  })
}

/** The causes, one line each. Left out if there is only one failure, because its details follow. */
function* causeBlocks(report: Report, groups: readonly CauseGroup[]): Generator<Block> {
  const { considered, blocked } = countDecided(report)
  const reason = `${shortenWithLength(whyBlocked(report), 2 * maxLine)}`
  if (isUnanswered(report)) {
    const requests = formatCount(report.spent.requests, 'request')
    yield paragraph(`${report.target} sent no response to ${requests}: ${reason}`)
  } else if (isMostlyBlocked(report)) {
    const many = `${blocked} of ${considered} checks could not run`
    yield paragraph(`${many}, most of them for this reason:`, `  ${reason}`)
  }
  yield sectionGap
  if (report.summary.fail < 2) return
  yield paragraph(`${causesTitle(groups)} failed.`)
  yield list(groups.map((each) => `FAIL ${causeLine(each)}`))
}

function* remainingBlocks(report: Report, strict: boolean): Generator<Block> {
  const shapes = summarizeShapes(report)
  const warnings = report.results.filter(({ verdict }) => verdict === 'warn')
  yield sectionGap
  yield brief(
    warnings.map((result) => `WARN ${oneLine(result)}`),
    'warnings',
  )
  yield sectionGap
  if (shapes) yield paragraph(shapes.text)
  yield brief(shapes?.differing.map((result) => `  ${oneLine(result)}`) ?? [], 'differences')
  yield sectionGap
  const reasons = groupUndecided(report).map(
    ({ verdict, reason, results }) =>
      `${verdict} ×${results.length}: ${shortenWithLength(reason, maxLine)} (${firstName(checkIds(results))})`,
  )
  yield brief(reasons, 'reasons', isMostlyBlocked(report) ? 2 : maxBrief)
  yield sectionGap
  yield brief(
    report.leftovers.map((left) => `left behind: ${left}`),
    'left behind',
  )
  yield paragraph(summaryText(report, strict), costText(report))
}

/** Returns the first lines of a list, and a hint that the HTML report has all lines. */
const brief = (lines: readonly string[], what: string, most = maxBrief): Block =>
  firstLines(lines, most, ` ${what}; --report html=FILE has all`)

const oneLine = ({ id, message }: Result): string => shortenWithLength(`${id}: ${message}`, maxLine)

function causeDetails(
  { failures: [first, ...others] }: CauseGroup,
  command: string,
): readonly Finding[] {
  if (first === undefined) return []
  const block = findingBlock(first, command)
  const sameCause = others.length === 0 ? [] : [`Same cause: ${firstName(checkIds(others))}`]
  return [{ ...block, blocks: [...block.blocks, paragraph(...sameCause)] }]
}

const firstName = (names: readonly string[]): string =>
  names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ')
