import { type JudgedTraffic, type Report, type Result, toReport } from '../report/report.ts'
import { shortenWithLength } from '../../contract/shorten.ts'
import { formatCount } from '../session/json.ts'
import { type PassiveFinding, type PassiveRule, passiveRules } from './passive-judge.ts'

type Judged = Omit<JudgedTraffic, 'reached'> & {
  /** The deployment, or the file of the recording. */
  readonly target: string
  readonly findings: readonly PassiveFinding[]
  /** How many exchanges each rule could judge, by its id. */
  readonly reached: ReadonlyMap<string, number>
}

/** Returns the judged traffic in the form of a run, for the reporters of the suite. */
export function toRunReport({ target, findings, reached, ...counts }: Judged): Report {
  const results = passiveRules.map((rule) =>
    resultOf(
      rule,
      reached.get(rule.id) ?? 0,
      findings.filter((finding) => finding.rule === rule.id),
    ),
  )
  const nothing = { requests: 0, turns: 0, unexpectedTurns: 0, overBudget: false, ms: 0 }
  const traffic = { ...counts, reached: reached.size }
  return { ...toReport(target, 'traffic', results, [], [], nothing), traffic }
}

function resultOf(
  { id, level, clause, rule, says }: PassiveRule,
  judged: number,
  findings: readonly PassiveFinding[],
): Result {
  const broken = level === 'must' ? 'fail' : 'warn'
  return {
    id,
    level,
    clause,
    rule,
    says,
    verdict: findings.length > 0 ? broken : judged > 0 ? 'pass' : 'skipped',
    message:
      judged === 0 ? 'no exchange of the traffic reaches this rule' : findings.map(line).join('\n'),
    instances: findings.reduce((sum, { count }) => sum + count, 0),
    evidence: [],
  }
}

/** Characters of an expected or actual value. */
const longestValue = 300

const line = ({ operation, expected, got, count, first }: PassiveFinding): string =>
  `${operation}: expected ${shortenWithLength(expected, longestValue)}, got ${shortenWithLength(got, longestValue)} (${formatCount(count, 'exchange')}, first ${first})`
