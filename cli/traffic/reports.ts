import { formatCount } from '../../contract/format-count.ts'
import {
  toRunReport,
  type TrafficCheck,
  type TrafficReport,
} from '../../conformance/passive/traffic-check.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import type { PassiveFinding } from '../../conformance/passive/passive-judge.ts'
import { type Block, paragraph, type ReportDocument, terms } from '../../report/document.ts'
import { renderTerminal } from '../../report/terminal.ts'
import { toBaselineText } from '../../conformance/reporters/summary.ts'
import { systemTime } from '../../conformance/session/time.ts'
import { escapeLines } from '../../contract/escape.ts'
import { prepareBaseline } from '../conform/baseline.ts'
import { reportFlags } from '../conform/flags.ts'
import { fileFormats, renderersOf } from '../conform/reports.ts'
import type { Output } from '../command-line.ts'
import type { Flags, FlagValues } from '../flags.ts'
import { ensureReportsWritable, writeReports } from '../report-files.ts'
import { withGithub, reportFile, wholeNumber } from '../value-types.ts'
import { jsonLine, jsonText } from '../json-text.ts'

export const trafficFlags = {
  'min-rules': {
    value: 'N',
    type: wholeNumber(0, 1000),
    default: '0',
    help: 'exit code 6 if the traffic reaches fewer rules',
  },
  baseline: reportFlags.baseline,
  'write-baseline': reportFlags['write-baseline'],
  owner: reportFlags.owner,
  reason: reportFlags.reason,
  report: {
    value: '[FORMAT=]FILE',
    type: withGithub(reportFile(fileFormats, 'json')),
    isRepeatable: true,
    help: `writes a report: ${fileFormats.join(', ')}; JSON without a format; \`--report github\` prints annotations for GitHub Actions`,
  },
} as const satisfies Flags

type TrafficFlags = FlagValues<typeof trafficFlags> & { readonly json: boolean }

/**
 * Reads the baseline, and ensures that the reports can be written, before any traffic is judged.
 * `target` names the traffic in the reports. Throws `UsageError` for a wrong flag or file.
 */
export async function prepareReports(given: TrafficFlags, target: string) {
  const { report: requested, minRules } = given
  const options = { ...given, strict: false, checks: allChecks }
  const { apply, isKnown } = await prepareBaseline(options, systemTime.today())
  await ensureReportsWritable(requested)
  return {
    isKnown,
    /** Prints the result, writes the reports, and resolves to the exit code. */
    async finish(check: TrafficCheck, stdout: Output): Promise<number> {
      const report = check.report()
      const outcome = await apply(toRunReport({ ...check.counts(), target, minRules }))
      if (given.json) stdout.write(jsonLine(report))
      else {
        const text = renderTerminal(documentOf(report, isKnown))
        stdout.write(text + outcome.note + whyNothingJudged(report))
        if (outcome.comparison) stdout.write(toBaselineText(outcome.comparison))
      }
      await writeReports(requested, renderersOf(outcome, jsonText(report), false), stdout)
      return outcome.code
    },
  }
}

/** The report for a terminal: the numbers, then each cause with its count. */
function documentOf(
  { exchanges, judged, rules, findings }: TrafficReport,
  isKnown: (rule: string) => boolean,
): ReportDocument {
  const shownFindings = findings.filter(({ rule }) => !isKnown(rule))
  const must = shownFindings.filter(({ level }) => level === 'must').length
  const knownCount = findings.length - shownFindings.length
  const inBaseline = knownCount === 0 ? '' : `, ${knownCount} in the baseline`
  const counts = `${formatCount(must, 'cause fails', 'causes fail')}, ${shownFindings.length - must} warn${inBaseline}`
  const reachedText = `${judged} judged by ${rules.reached} of ${rules.of} rules`
  const text = `${formatCount(exchanges, 'exchange')}, ${reachedText}: ${counts}`
  return { body: [paragraph(text), ...shownFindings.map(findingBlock)] }
}

/** Why no rule could be checked with this traffic; empty if a rule was checked. */
function whyNothingJudged({ exchanges, judged, rules }: TrafficReport): string {
  if (rules.reached > 0) return ''
  const reason =
    exchanges === 0
      ? 'there was no exchange'
      : judged === 0
        ? 'no exchange calls a known operation below /api/ and has a whole response body'
        : 'no rule applies to these exchanges'
  return escapeLines([`Nothing was judged: ${reason}.`])
}

function findingBlock(finding: PassiveFinding): Block {
  const { clause, operation, expected, got, count, first, rule, level } = finding
  const place = count === 1 ? `exchange ${first}` : `${count} exchanges, first ${first}`
  return {
    kind: 'finding',
    verdict: level === 'must' ? 'fail' : 'warn',
    tone: level === 'must' ? 'fail' : 'warn',
    name: rule,
    note: clause,
    blocks: [paragraph(`${operation}, ${place}`), terms(['expected', expected], ['got', got])],
  }
}

/** The level of a finding and its rule, such as `FAIL errors.have-a-body`. */
export const headOf = ({ level, rule }: PassiveFinding): string =>
  `${level === 'must' ? 'FAIL' : 'WARN'} ${rule}`
