import type { RecordedExchange } from '../../contract/exchange.ts'
import type { OperationId } from '../../contract/operations.ts'

/** A violation that a rule found in one exchange. */
export type Finding = {
  /** The id of the rule. */
  readonly rule: string
  /** The problem, as a sentence. */
  readonly message: string
}

/** Checks one exchange of real traffic. It is called in the order in which exchanges end. */
export type Judge = (exchange: RecordedExchange) => readonly Finding[] | Promise<readonly Finding[]>

/** A finding, and the number of exchanges with it. */
export type CountedFinding = Finding & {
  count: number
  /** The journal number of the first exchange. */
  readonly first: number
  readonly operation: OperationId | undefined
}

/** The maximum number of different findings; further findings are only counted. */
const maxFindings = 1000

/** The findings of a proxy, each once with its count. Bodies are not stored. */
export class Findings {
  readonly #judge: Judge | undefined
  readonly #found = new Map<string, CountedFinding>()
  /** The number of checked exchanges. */
  judged = 0
  /** The number of findings beyond the limit. */
  unlisted = 0
  readonly #open = new Set<Promise<void>>()

  constructor(judge: Judge | undefined) {
    this.#judge = judge
  }

  /** All findings, in the order in which they were first found. */
  list(): readonly CountedFinding[] {
    return [...this.#found.values()]
  }

  /** Resolves when every finished exchange is checked. */
  async settled(): Promise<void> {
    await Promise.all(this.#open)
  }

  /** Checks an exchange. Rejects with the error of the check. */
  async add(exchange: RecordedExchange): Promise<void> {
    const judging = this.#judgeOne(exchange)
    // An error is ignored here, because the caller of `add` handles it.
    const watched = judging.catch(() => undefined)
    this.#open.add(watched)
    await judging.finally(() => this.#open.delete(watched))
  }

  async #judgeOne(exchange: RecordedExchange): Promise<void> {
    if (this.#judge === undefined) return
    this.judged++
    const { index, operation } = exchange
    for (const finding of await this.#judge(exchange)) this.#count(finding, index, operation)
  }

  #count(finding: Finding, first: number, operation: OperationId | undefined): void {
    const key = JSON.stringify([finding.rule, operation, finding.message])
    const known = this.#found.get(key)
    if (known !== undefined) known.count++
    else if (this.#found.size >= maxFindings) this.unlisted++
    else this.#found.set(key, { ...finding, count: 1, first, operation })
  }
}
