import {
  type PassiveFinding,
  PassiveJudge,
  passiveRules,
} from '../../conformance/passive/passive-judge.ts'
import { maskText } from '../../recording/mask.ts'
import type { RecordedExchange } from '../../traffic/har/read-entry.ts'
import { toReadable } from '../recorded-call.ts'

/** What the passive rules found in traffic. */
export type TrafficReport = {
  readonly exchanges: number
  readonly judged: number
  readonly rules: { readonly reached: number; readonly of: number }
  /** How many exchanges each rule could judge, by its id. */
  readonly reached: Readonly<Record<string, number>>
  /** The rules that no exchange reaches. */
  readonly notReached: readonly string[]
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

  /** What was judged, for the reporters of the suite. */
  counts() {
    const { findings, reached } = this.#judge
    const [exchanges, judged] = [this.#exchanges, this.#judged]
    return { exchanges, judged, reached, findings: findings.map(masked) }
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
}

const masked = (finding: PassiveFinding): PassiveFinding => ({
  ...finding,
  expected: maskText(finding.expected),
  got: maskText(finding.got),
})
