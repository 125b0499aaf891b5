import { escapeText } from '../../contract/escape.ts'
import { type BaselineComparison, failures } from '../report/baseline.ts'
import type { Report, Result } from '../report/report.ts'
import { findShortcoming, type Shortcoming, shortcomingNames } from './summary.ts'

/**
 * Formats a report as JUnit XML: a test case per check, with warnings as output, or with `strict` as
 * failures. If too little was decided, or the baseline is out of date, a last case is an error.
 *
 * @example
 * await writeFile('junit.xml', toJunit(report))
 */
export function toJunit(report: Report, strict = false, comparison?: BaselineComparison): string {
  const { results, summary, spent, startedAt } = report
  const failed = new Set(failures(report, strict))
  const shortcoming = findShortcoming(report, strict, comparison)
  const last = shortcoming ? [shortcomingCase(shortcoming)] : []
  const skipped = results.filter(isSkipped).length
  const counts = `tests="${results.length + last.length}" failures="${failed.size}" errors="${summary.error + last.length}" skipped="${skipped}"`
  const time = `time="${(spent.ms / 1000).toFixed(3)}"`
  const timestamp = startedAt === undefined ? '' : ` timestamp="${escapeXml(startedAt)}"`
  const name = escapeXml(`conformance of ${report.target}`)
  const cases = [...results.map((result) => toCase(result, failed.has(result))), ...last].join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts} ${time}>
<testsuite name="${name}" ${counts} ${time}${timestamp}>
${properties(report)}
${cases}
</testsuite>
</testsuites>
`
}

const properties = ({ plan, version, spent, traffic }: Report): string =>
  [
    '<properties>',
    ...Object.entries({
      plan,
      ...(version !== undefined && { version }),
      ...(traffic ?? {
        requests: spent.requests,
        turns: spent.turns,
        'unexpected-turns': spent.unexpectedTurns,
      }),
    }).map(([name, value]) => `<property name="${name}" value="${value}"/>`),
    '</properties>',
  ].join('\n')

function toCase(result: Result, isFailed: boolean): string {
  const [section = '', ...rest] = result.id.split('.')
  const time = result.ms === undefined ? '' : ` time="${(result.ms / 1000).toFixed(3)}"`
  const open = `<testcase classname="${escapeXml(section)}" name="${escapeXml(rest.join('.'))}"${time}`
  const inner = innerOf(result, isFailed)
  return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`
}

const shortcomingCase = ({ what, says }: Shortcoming): string =>
  `<testcase classname="conformance" name="${shortcomingNames[what]}"><error message="${escapeXml(says)}"/></testcase>`

function innerOf(result: Result, isFailed: boolean): string {
  const { verdict, message, clause, says, onPurpose } = result
  const line = escapeXml(message)
  if (isFailed || verdict === 'error') {
    const tag = isFailed ? 'failure' : 'error'
    const curls = result.evidence.map(({ curl }) => curl)
    const lines = [`${clause}: ${says}`, ...curls, ...(onPurpose ? [`mutant: ${onPurpose}`] : [])]
    return `<${tag} message="${line}">${escapeXml(lines.join('\n'))}</${tag}>`
  }
  if (isSkipped(result)) return `<skipped message="${escapeXml(`${verdict}: `)}${line}"/>`
  return verdict === 'pass' ? '' : `<system-out>${verdict}: ${line}</system-out>`
}

const isSkipped = ({ verdict }: Result): boolean =>
  verdict === 'skipped' || verdict === 'blocked' || verdict === 'inconclusive'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML, which does not allow most control characters, not even as references. */
export const escapeXml = (text: string): string =>
  escapeText(text).replaceAll(/[&<>"\ufffe\uffff]/g, (character) => entities[character] ?? '\ufffd')
