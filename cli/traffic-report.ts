import { writeFile } from 'node:fs/promises'
import {
  type PassiveFinding,
  PassiveJudge,
  passiveRules,
} from '../conformance/passive/passive-judge.ts'
import { escapeJson, escapeLines } from '../contract/escape.ts'
import { maskText } from '../recording/mask.ts'
import type { RecordedExchange } from '../traffic/har/read-entry.ts'
import { toReadable } from './recorded-call.ts'

/** What the passive rules found in traffic. */
export type TrafficReport = {
  readonly exchanges: number
  readonly judged: number
  readonly rules: { readonly reached: number; readonly of: number }
  /** How many exchanges each rule could judge, by its id. */
  readonly reached: Readonly<Record<string, number>>
  /** Each cause once, broken rules first. */
  readonly findings: readonly PassiveFinding[]
}

/** Judges recorded or passing exchanges by the passive rules of the suite. */
export class TrafficCheck {
  readonly #judge = new PassiveJudge()
  #exchanges = 0
  #judged = 0

  /**
   * Judges one exchange. Preflights, exchanges without a response, and those whose bodies were not
   * kept as a whole are only counted.
   */
  async add(recorded: RecordedExchange, isWhole = true): Promise<readonly PassiveFinding[]> {
    this.#exchanges++
    const exchange = isWhole ? toReadable(recorded) : undefined
    if (exchange === undefined || exchange.request.method === 'OPTIONS') return []
    this.#judged++
    const found = await this.#judge.judge(exchange, recorded.index)
    return found.map(masked)
  }

  report(): TrafficReport {
    const { findings, reached } = this.#judge
    return {
      exchanges: this.#exchanges,
      judged: this.#judged,
      rules: { reached: reached.size, of: passiveRules.length },
      reached: Object.fromEntries(reached),
      findings: findings.map(masked),
    }
  }
}

const masked = (finding: PassiveFinding): PassiveFinding => ({
  ...finding,
  expected: maskText(finding.expected),
  got: maskText(finding.got),
})

/** Writes a report to a file, if one is named. */
export async function writeTrafficReport(file: string | undefined, report: TrafficReport) {
  if (file !== undefined) await writeFile(file, reportJson(report))
}

export const reportJson = (report: TrafficReport): string =>
  `${escapeJson(JSON.stringify(report, null, 2))}\n`

/** The report for a terminal: a summary, then each cause with its count. */
export function reportText({ exchanges, judged, rules, findings }: TrafficReport): string {
  const must = findings.filter(({ level }) => level === 'must').length
  const causes = findings.flatMap(
    ({ rule, level, clause, operation, expected, got, count, first }) => [
      '',
      `${level === 'must' ? 'FAIL' : 'WARN'} ${rule}  ${clause}`,
      `  ${operation}, ${count === 1 ? `exchange ${first}` : `${count} exchanges, first ${first}`}`,
      `  expected ${expected}`,
      `  got      ${got}`,
    ],
  )
  return escapeLines([
    `${exchanges} exchanges, ${judged} judged by ${rules.reached} of ${rules.of} rules: ${must} causes fail, ${findings.length - must} warn`,
    ...causes,
  ])
}

/** 1 if a rule that must hold does not, 6 if fewer rules were reached than asked for, else 0. */
export function exitCodeOf({ findings, rules }: TrafficReport, minRules: number): number {
  if (findings.some(({ level }) => level === 'must')) return 1
  return rules.reached < minRules ? 6 : 0
}
