import { escapeXml } from '../../../conformance/reporters/junit.ts'
import {
  type BehaviourResult,
  type Finding,
  nameOf,
  type ToleranceReport,
} from '../../../contract/tolerance-report.ts'
import { adviceOf, clauseText, responsesOf } from '../../../tolerance/summary.ts'

/**
 * Formats a report as JUnit XML: a test case per behaviour, and one per set of behaviours that only
 * breaks tests together. A finding in the baseline is skipped with its reason.
 */
export function toJunit(report: ToleranceReport): string {
  const { behaviours, findings, stopped, seconds } = report
  const single = new Map(
    findings.flatMap((finding) =>
      finding.behaviours.length === 1 ? [[nameOf(finding), finding] as const] : [],
    ),
  )
  const cases = [
    ...behaviours.map((each) => testCase(each.id, innerOf(each, single.get(each.id), behaviours))),
    ...findings
      .filter((finding) => finding.behaviours.length > 1)
      .map((finding) => testCase(nameOf(finding), findingText(finding, behaviours))),
    ...(stopped === null ? [] : [testCase('the session', element('error', stopped.reason))]),
  ]
  const number = (tag: string) => cases.filter((text) => text.includes(`<${tag} `)).length
  const counts = `tests="${cases.length}" failures="${number('failure')}" errors="${number('error')}" skipped="${number('skipped')}" time="${seconds.toFixed(3)}"`
  const name = escapeXml(`tolerance of ${report.command.join(' ')}`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite name="${name}" ${counts}>
${cases.join('\n')}
</testsuite>
</testsuites>
`
}

function testCase(id: string, inner: string): string {
  const group = id.startsWith('fault:') ? 'fault' : (id.split('.')[0] ?? '')
  const open = `<testcase classname="${escapeXml(group)}" name="${escapeXml(id)}"`
  return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`
}

function innerOf(
  { id, verdict }: BehaviourResult,
  finding: Finding | undefined,
  all: readonly BehaviourResult[],
): string {
  if (finding !== undefined) return findingText(finding, all)
  if (verdict === 'tolerated') return ''
  if (verdict !== 'intolerant') return element('skipped', verdict)
  return element('failure', `${id} breaks tests`)
}

function findingText(finding: Finding, all: readonly BehaviourResult[]): string {
  const { known, tests, exchange, reproduce, behaviours } = finding
  if (known !== null)
    return element('skipped', `in the baseline until ${known.expires}: ${known.reason}`)
  const parts = all.filter(({ id }) => behaviours.includes(id))
  const lines = [
    ...parts.flatMap((part) => [
      `${part.question ?? ''} Here: ${part.says}.`.trim(),
      ...(part.clause === null ? [] : [clauseText(part)]),
    ]),
    ...tests.map(({ test, message }) => `${test}: ${message}`),
    ...(exchange === null
      ? []
      : [
          `First exchange that differs: ${exchange.request}`,
          ...responsesOf(exchange).map(([name, text]) => `${name}: ${text}`),
          exchange.explanation,
        ]),
    ...adviceOf(behaviours, all).map((advice) => `A tolerant client: ${advice}`),
    reproduce,
  ]
  const tested = `${tests.length} ${tests.length === 1 ? 'test fails' : 'tests fail'}`
  return element('failure', `${nameOf(finding)}: ${tested}`, lines.join('\n'))
}

function element(tag: 'failure' | 'error' | 'skipped', message: string, text = ''): string {
  const open = `<${tag} message="${escapeXml(message)}"`
  return text === '' ? `${open} />` : `${open}>${escapeXml(text)}</${tag}>`
}
