import {
  type PassiveFinding,
  PassiveJudge,
  passiveRules,
} from '../../conformance/passive/passive-judge.ts'
import { toExchange } from '../../conformance/passive/passing-exchange.ts'
import { findOperation } from '../../recording/find-operation.ts'
import { maskText } from '../../recording/mask.ts'
import type { RecordedExchange } from '../../traffic/har/read-entry.ts'

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
  /** The addresses that answered a call of the API: a recording has those of other services, too. */
  readonly #origins = new Set<string>()
  #exchanges = 0
  #judged = 0

  /**
   * Judges one exchange. Preflights, calls of other services, exchanges without a response, and those
   * whose bodies were not kept as a whole are only counted.
   */
  async add(recorded: RecordedExchange): Promise<readonly PassiveFinding[]> {
    this.#exchanges++
    const { request, response, ms, isClosedByClient, isBroken, isTruncated } = recorded
    const [sent, received] = [textOf(request.body ?? ''), textOf(response.body)]
    const isKnown = isTruncated !== true && sent !== undefined && received !== undefined
    if (!isKnown || request.method === 'OPTIONS' || response.status === 0) return []
    if (!this.#isOfPlatform(request)) return []
    this.#judged++
    const found = await this.#judge.judge(
      toExchange({
        method: request.method,
        url: request.url.href,
        headers: new Headers([...request.headers]),
        body: sent,
        response: {
          status: response.status,
          headers: new Headers([...response.headers]),
          parts: response.frames ?? [{ t: ms, text: received }],
          ended: isClosedByClient ? 'cut' : isBroken ? 'error' : 'closed',
          ms,
        },
      }),
      recorded.index,
    )
    return found.map(masked)
  }

  #isOfPlatform({ method, url }: RecordedExchange['request']): boolean {
    const at = url.pathname.indexOf('/api/')
    if (at < 0) return false
    if (findOperation(method, url.pathname.slice(at)) !== undefined) this.#origins.add(url.origin)
    return this.#origins.has(url.origin)
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

/** Bodies of calls of the API are text. */
function textOf(body: string | Uint8Array | undefined): string | undefined {
  if (body === 'missing') return undefined
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : body
}

const masked = (finding: PassiveFinding): PassiveFinding => ({
  ...finding,
  expected: maskText(finding.expected),
  got: maskText(finding.got),
})
