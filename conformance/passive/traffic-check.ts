import { isFullyRecorded, type RecordedExchange } from '../../contract/exchange.ts'
import { LearnedSecrets } from '../../secrets/learned-secrets.ts'
import { maskText } from '../../secrets/mask.ts'
import { defaultGraceMs, maxFinding } from '../session/limits.ts'
import {
  type PassiveFinding,
  PassiveJudge,
  type PassiveRule,
  passiveRules,
} from './passive-judge.ts'
import { type JudgedTraffic, type Report, type Result, toReport } from '../report/report.ts'
import { shortenWithLength } from '../../contract/shorten.ts'
import { formatCount } from '../../contract/format-count.ts'

/** The results of the passive rules in traffic. */
export type TrafficReport = {
  readonly exchanges: number
  readonly judged: number
  readonly rules: { readonly reached: number; readonly of: number }
  /** How many exchanges each rule could judge, by rule id. */
  readonly reached: Readonly<Record<string, number>>
  /** The ids of the rules that could judge no exchange. */
  readonly notReached: readonly string[]
  /** One finding for each cause, those of `must` rules first. */
  readonly findings: readonly PassiveFinding[]
}

/** Judges recorded or live exchanges by the passive rules of the suite. */
export class TrafficCheck {
  readonly #judge: PassiveJudge
  readonly #secrets = new LearnedSecrets(() => '…')
  /** The origins of the deployment. Calls of other origins are ignored. */
  readonly #origins = new Set<string>()
  #exchanges = 0
  #judged = 0

  /** `graceMs`: after this many milliseconds a change must show. */
  constructor(graceMs = defaultGraceMs) {
    this.#judge = new PassiveJudge({ graceMs })
  }

  /**
   * Judges one exchange. Only counts preflights, calls of other services, exchanges without a
   * response, and exchanges with an incomplete body.
   */
  async add(exchange: RecordedExchange): Promise<readonly PassiveFinding[]> {
    this.#exchanges++
    if (!isFullyRecorded(exchange) || exchange.request.method === 'OPTIONS') return []
    if (!this.#isOfPlatform(exchange)) return []
    this.#judged++
    this.#secrets.learn(exchange)
    const findings = await this.#judge.judge(exchange, exchange.index)
    return findings.map((one) => this.#masked(one))
  }

  #isOfPlatform({ request: { path, url }, operation }: RecordedExchange): boolean {
    if (!path.startsWith('/api/')) return false
    if (operation !== undefined) this.#origins.add(url.origin)
    return this.#origins.has(url.origin)
  }

  /** The numbers of judged exchanges, for the reporters of the suite. */
  counts() {
    const { findings, reached } = this.#judge
    const [exchanges, judged] = [this.#exchanges, this.#judged]
    return { exchanges, judged, reached, findings: findings.map((one) => this.#masked(one)) }
  }

  report(): TrafficReport {
    const { reached, ...counts } = this.counts()
    return {
      ...counts,
      rules: { reached: reached.size, of: passiveRules.length },
      reached: Object.fromEntries(reached),
      notReached: passiveRules.flatMap(({ id }) => (reached.has(id) ? [] : [id])),
    }
  }

  #masked(finding: PassiveFinding): PassiveFinding {
    const mask = (text: string) => {
      const masked = maskText(text)
      this.#secrets.learnForms(masked)
      return this.#secrets.replaceIn(masked, text.length >= maxFinding)
    }
    return { ...finding, expected: mask(finding.expected), got: mask(finding.got) }
  }
}

type Judged = Omit<JudgedTraffic, 'reached'> & {
  /** The address of the deployment, or the name of the file with the recording. */
  readonly target: string
  readonly findings: readonly PassiveFinding[]
  /** How many exchanges each rule could judge, by rule id. */
  readonly reached: ReadonlyMap<string, number>
}

/** Converts the judged traffic to the report of a run, for the reporters of the suite. */
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

/** Maximum characters of an expected or actual value in a message. */
const maxValueLength = 300

const line = ({ operation, expected, got, count, first }: PassiveFinding): string =>
  `${operation}: expected ${shortenWithLength(expected, maxValueLength)}, got ${shortenWithLength(got, maxValueLength)} (${formatCount(count, 'exchange')}, first ${first})`
