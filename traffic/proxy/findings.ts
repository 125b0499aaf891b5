import type { OperationId } from '../../contract/operations.ts'
import { type RecordedExchange, readEntry } from '../har/read-entry.ts'
import { toHarEntry } from '../record/har-entry.ts'
import type { PassedExchange } from './exchange-log.ts'

/** A violation that a rule found in one exchange. */
export type Finding = {
  /** The id of the rule. */
  readonly rule: string
  /** What was wrong, as a sentence. */
  readonly message: string
}

/** What is known about an exchange besides its bytes. */
export type JudgeContext = {
  /** The number of the exchange in the journal. */
  readonly number: number
  readonly operation: OperationId | undefined
  /** Whether a body was too long to be kept as a whole. */
  readonly isTruncated: boolean
  /** Whether the target broke off its response. */
  readonly isBroken: boolean
}

/** Judges one exchange of real traffic. It is called in the order in which exchanges end. */
export type Judge = (
  exchange: RecordedExchange,
  context: JudgeContext,
) => readonly Finding[] | Promise<readonly Finding[]>

/** A finding with the number of exchanges that have it. */
export type CountedFinding = Finding & {
  count: number
  /** The number of the first exchange in the journal. */
  readonly first: number
  readonly operation: OperationId | undefined
}

/** Different findings that are kept; further ones are only counted. */
const maxFindings = 1000

/** The findings of a proxy, each once with its count. Bodies are not kept. */
export class Findings {
  readonly #judge: Judge | undefined
  readonly #found = new Map<string, CountedFinding>()
  /** Exchanges that were judged. */
  judged = 0
  /** Findings beyond the limit. */
  unlisted = 0
  readonly #open = new Set<Promise<void>>()

  constructor(judge: Judge | undefined) {
    this.#judge = judge
  }

  /** All findings, in the order in which they were first found. */
  list(): readonly CountedFinding[] {
    return [...this.#found.values()]
  }

  /** Resolves once every exchange that has ended is judged. */
  async settled(): Promise<void> {
    await Promise.all(this.#open)
  }

  /** Judges an exchange. Rejects with the error of the judge. */
  async add(exchange: PassedExchange): Promise<void> {
    const judging = this.#judgeOne(exchange)
    // Whoever adds the exchange handles its error.
    const watched = judging.catch(() => undefined)
    this.#open.add(watched)
    await judging.finally(() => this.#open.delete(watched))
  }

  async #judgeOne(exchange: PassedExchange): Promise<void> {
    if (this.#judge === undefined) return
    const { number, operation, requestBody, responseBody, end } = exchange
    this.judged++
    const found = await this.#judge(readEntry(toHarEntry(exchange), number), {
      number,
      operation,
      isTruncated: requestBody.isTruncated || responseBody.isTruncated,
      isBroken: end === 'cut',
    })
    for (const finding of found) this.#count(finding, number, operation)
  }

  #count(finding: Finding, first: number, operation: OperationId | undefined): void {
    const key = JSON.stringify([finding.rule, operation, finding.message])
    const known = this.#found.get(key)
    if (known !== undefined) known.count++
    else if (this.#found.size >= maxFindings) this.unlisted++
    else this.#found.set(key, { ...finding, count: 1, first, operation })
  }
}
