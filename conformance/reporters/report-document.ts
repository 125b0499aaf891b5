import {
  type CallSummary,
  type Evidence,
  type Report,
  type Result,
  type Verdict,
  verdicts,
} from '../report/report.ts'
import type { BaselineComparison } from '../report/baseline.ts'
import { formatCount } from '../../contract/format-count.ts'
import {
  type Block,
  code,
  codeList,
  type Finding,
  heading,
  type Inline,
  list,
  pageOnly,
  exceptOnPage,
  paragraph,
  type ReportDocument,
  table,
  terms,
  type Text,
  type Tone,
} from '../../report/document.ts'
import {
  baselineLines,
  type CauseGroup,
  causesTitle,
  checkIds,
  costText,
  groupCauses,
  groupUndecided,
  type ReasonGroup,
  summarizeShapes,
  summaryText,
} from './summary.ts'

/** The verdicts in the order of their checks on a page, those that need attention first. */
export const verdictOrder: readonly Verdict[] = [
  'error',
  'fail',
  'warn',
  'blocked',
  'inconclusive',
  'skipped',
  'observed',
  'pass',
]

const toneOf = (verdict: Verdict): Tone => {
  if (verdict === 'pass' || verdict === 'warn') return verdict
  return verdict === 'fail' || verdict === 'error' ? 'fail' : 'faint'
}

/** The section of a check: the prefix of its id. */
export const sectionOf = ({ id }: Result): string => id.split('.')[0] ?? id

/** The report as a document, for a renderer. */
export const toReportDocument = (
  report: Report,
  strict = false,
  comparison?: BaselineComparison,
): ReportDocument => ({
  title: ['Conformance of ', code(report.target)],
  summary: [
    paragraph([`${summaryText(report, strict)} ${costText(report)} Plan `, code(report.plan), '.']),
    countsOf(report),
    paragraph(...(comparison ? baselineLines(comparison) : [])),
  ],
  body: [...bodyOf(report)],
})

const countsOf = ({ summary }: Report): Block => ({
  kind: 'counts',
  rows: verdicts
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => [verdict, summary[verdict], toneOf(verdict)]),
})

function* bodyOf(report: Report): Generator<Block> {
  const { results, leftovers } = report
  const groups = groupCauses(results)
  const shapes = summarizeShapes(report)
  const withVerdict = (verdict: Verdict) => results.filter((one) => one.verdict === verdict)
  yield heading(causesTitle(groups), 'causes')
  yield list(groups.map(causeText))
  yield exceptOnPage(heading('Failures'), ...withVerdict('fail').map(findingOf(report)))
  yield exceptOnPage(heading('Errors of the suite'), ...withVerdict('error').map(findingOf(report)))
  yield exceptOnPage(heading('Warnings'), ...withVerdict('warn').map(findingOf(report)))
  yield heading('Shapes', 'shapes')
  if (shapes) yield paragraph(shapes.text)
  yield list(shapes?.differing.map(({ id, message }) => [code(id), ': ', message]) ?? [])
  yield heading('Not decided', 'undecided')
  yield list(groupUndecided(report).map(reasonText))
  yield heading('Left behind', 'leftovers')
  yield list(leftovers.map(code))
  const sorted = results.toSorted(
    (a, b) => verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict),
  )
  yield pageOnly(heading('Checks', 'checks'), ...sorted.map(findingOf(report)))
  yield pageOnly(...accessBlocks(report), ...timingBlocks(report))
}

function causeText({ title, clauses, instances, failures, blocked }: CauseGroup): Text {
  const blocks = blocked.length > 0 ? `, blocks ${formatCount(blocked.length, 'check')}` : ''
  const counts = `${formatCount(failures.length, 'check')}, ${formatCount(instances, 'instance')}`
  return [
    { strong: title },
    ` (${clauses}): ${counts}${blocks}: `,
    ...codeList(checkIds(failures), true),
  ]
}

const reasonText = ({ verdict, reason, results }: ReasonGroup): Text => [
  `${verdict} ×${results.length}: `,
  reason,
  ' (',
  ...codeList(checkIds(results), true),
  ')',
]

export const findingOf =
  (report: Report) =>
  (result: Result): Finding =>
    findingBlock(result, commandOf(report))

export const commandOf = ({
  target,
  command = `npx agent-understudy conform --base-url ${target}`,
}: Report) => command

/** A result with its evidence: the first exchange, and in HTML all exchanges. */
export function findingBlock(result: Result, command: string): Finding {
  const { id, verdict, level, clause, says, instances, evidence, onPurpose, reproduce } = result
  const [first, ...others] = evidence
  const isExplained = evidence.some(({ expected }) => expected !== undefined)
  const more = instances > 1 ? ` (first of ${instances} instances)` : ''
  return {
    kind: 'finding',
    verdict,
    tone: toneOf(verdict),
    name: id,
    note: `${clause}, ${level}`,
    id,
    data: { verdict, level, section: sectionOf(result) },
    blocks: [
      terms(['specification', says], ...expectation(first, more)),
      ...(isExplained ? [] : messageBlocks(result)),
      ...(first ? exchangeBlocks(first) : []),
      pageOnly(...others.flatMap((each) => [terms(...expectation(each)), ...exchangeBlocks(each)])),
      ...(reproduce === undefined ? [] : reproductionBlocks(command, id, reproduce)),
      paragraph(...(onPurpose ? [['A server with such a bug: ', code(onPurpose)]] : [])),
    ],
  }
}

/** The command that reproduces a failure, and in HTML also the script that the command runs. */
const reproductionBlocks = (command: string, id: string, module: string): readonly Block[] => [
  paragraph(['Reproduce: ', code(`${command} --reproduce ${id}`)]),
  pageOnly(paragraph('or this script:'), { kind: 'code', language: 'js', text: module }),
]

/** Verdicts whose message is a value or a stack trace. Other messages are sentences. */
const preformatted: readonly Verdict[] = ['pass', 'observed', 'error']

/** The message of a result: in HTML as a paragraph if it is a sentence, else as a code block. */
function messageBlocks({ verdict, message }: Result): readonly Block[] {
  const text: Block = { kind: 'code', language: 'text', text: message }
  if (message === '' || preformatted.includes(verdict)) return [text]
  return [exceptOnPage(text), pageOnly(paragraph(...message.split('\n')))]
}

const expectation = (evidence: Evidence | undefined, more = ''): readonly [string, Text][] =>
  evidence?.expected === undefined
    ? []
    : [
        ['expected', [code(evidence.expected), more]],
        ['got', code(evidence.got ?? '')],
      ]

function exchangeBlocks({ method, path, status, headers, body, curl }: Evidence): readonly Block[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
  return [
    pageOnly(paragraph([code(`${method} ${path} → ${status}`)])),
    { kind: 'code', language: 'sh', text: curl },
    pageOnly({ kind: 'code', language: 'http', text: `${lines.join('')}\n${body}` }),
  ]
}

const faint = (text: string): Block => ({ kind: 'paragraph', lines: [text], tone: 'faint' })

/** A table of response statuses, with a row per operation and a column per kind of credential. */
function* accessBlocks({ calls }: Report): Generator<Block> {
  if (calls.length === 0) return
  const principals = [...new Set(calls.map(({ principal }) => principal))].toSorted(byCredential)
  const rows = [...Map.groupBy(calls, ({ operation }) => operation)]
    .toSorted(([a], [b]) => (pathOf(a) < pathOf(b) ? -1 : 1))
    .map(([operation, own]) => {
      const callsOf = (name: string) => own.find(({ principal }) => principal === name)
      return [code(operation), ...principals.map((name) => statusesText(callsOf(name)))]
    })
  yield heading('Access of each credential', 'matrix')
  yield faint('Each cell has the statuses of the responses, and how often each came.')
  yield faint('An empty cell was not tried.')
  yield table(['operation', ...principals], rows)
}

const pathOf = (operation: string): string => operation.split(' ').toReversed().join(' ')

const statusesText = (calls: CallSummary | undefined): Text =>
  Object.entries(calls?.statuses ?? {}).flatMap(([status, times]): readonly Inline[] => [
    { strong: `${status}${times > 1 ? `×${times}` : ''}`, tone: toneOfStatus(status) },
    ' ',
  ])

const toneOfStatus = (status: string): Tone => {
  if (status.startsWith('2')) return 'pass'
  return status.startsWith('5') ? 'fail' : 'warn'
}

// The order of the columns: kinds of credentials from full access to no access.
const credentialOrder: readonly RegExp[] = [
  /^user$/,
  /^(given|full) key$/,
  /^(?!disabled|deleted).* key$/,
  /other user$/,
  /credential$/,
]

const byCredential = (a: string, b: string): number =>
  rank(a) - rank(b) || (a < b ? -1 : Number(a > b))

function rank(name: string): number {
  const index = credentialOrder.findIndex((pattern) => pattern.test(name))
  return index === -1 ? credentialOrder.length : index
}

const maxSlow = 12

/** A table of the slowest operations, with the mean and the longest time in milliseconds. */
function* timingBlocks({ calls }: Report): Generator<Block> {
  if (calls.length === 0) return
  const operations = [...Map.groupBy(calls, ({ operation }) => operation)].map(timingOf)
  const slow = operations.toSorted((a, b) => b.slowest - a.slowest).slice(0, maxSlow)
  const most = Math.max(1, slow[0]?.slowest ?? 0)
  const rows = slow.map(({ operation, number, mean, slowest }) => [
    code(operation),
    number,
    mean,
    slowest,
    { bar: slowest / most },
  ])
  yield heading('Slowest operations', 'timing')
  yield table(['operation', 'calls', 'mean (ms)', 'slowest (ms)', ''], rows)
  yield faint('A stream counts until it was closed or cut.')
}

function timingOf([operation, calls]: readonly [string, readonly CallSummary[]]) {
  const number = calls.flatMap(({ statuses }) => Object.values(statuses)).reduce(sum, 0)
  const total = calls.map(({ totalMs }) => totalMs).reduce(sum, 0)
  const slowest = Math.max(...calls.map(({ slowestMs }) => slowestMs))
  return { operation, number, mean: Math.round(total / number), slowest }
}

const sum = (a: number, b: number): number => a + b
