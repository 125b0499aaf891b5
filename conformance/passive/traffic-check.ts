import { type PassiveFinding, PassiveJudge, passiveRules } from './passive-judge.ts'
import { toExchange } from './passing-exchange.ts'

/** A call as a proxy or a recording has it. */
type RecordedCall = {
  readonly index: number
  readonly request: {
    readonly method: string
    readonly url: URL
    readonly headers: Iterable<[name: string, value: string]>
    readonly body: string | Uint8Array | undefined
  }
  readonly response: {
    readonly status: number
    readonly headers: Iterable<[name: string, value: string]>
    readonly body: string | Uint8Array | undefined
    readonly frames?: readonly { readonly t: number; readonly text: string }[] | undefined
  }
  readonly ms: number
  readonly isClosedByClient: boolean
}

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
  readonly #mask: (text: string) => string
  #exchanges = 0
  #judged = 0

  /** `mask` replaces the secrets in a value that a finding shows. */
  constructor(mask: (text: string) => string) {
    this.#mask = mask
  }

  /**
   * Judges one exchange. Preflights, exchanges without a response, and those whose bodies were not
   * kept as a whole are only counted.
   */
  async add(recorded: RecordedCall, isWhole = true): Promise<readonly PassiveFinding[]> {
    this.#exchanges++
    const { request, response, ms, isClosedByClient } = recorded
    const [sent, received] = [textOf(request.body ?? ''), textOf(response.body)]
    const isKnown = isWhole && sent !== undefined && received !== undefined
    if (!isKnown || request.method === 'OPTIONS' || response.status === 0) return []
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
          ended: isClosedByClient ? 'cut' : 'closed',
          ms,
        },
      }),
      recorded.index,
    )
    return found.map((one) => this.#masked(one))
  }

  /** What was judged, for the reporters of the suite. */
  counts() {
    const { findings, reached } = this.#judge
    const [exchanges, judged] = [this.#exchanges, this.#judged]
    return { exchanges, judged, reached, findings: findings.map((one) => this.#masked(one)) }
  }

  #masked(finding: PassiveFinding): PassiveFinding {
    return { ...finding, expected: this.#mask(finding.expected), got: this.#mask(finding.got) }
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
