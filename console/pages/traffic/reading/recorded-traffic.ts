import type { TrafficCheck } from '../../../../conformance/passive/traffic-check.ts'
import type { PassiveFinding } from '../../../../conformance/passive/passive-judge.ts'
import {
  conversationInBody,
  copyExchange,
  pathOf,
  type RecordedExchange,
} from '../../../../contract/exchange.ts'

/** An exchange of a recording, as a row of the list. */
export type ExchangeRow = Pick<
  RecordedExchange,
  'index' | 'startedAt' | 'ms' | 'headersAfter' | 'operation' | 'flow' | 'status' | 'ended'
> & {
  readonly size: number | undefined
  readonly method: string
  readonly host: string
  readonly path: string
  readonly isStream: boolean
  /** The number of frames; `undefined` if the times of the frames were not recorded. */
  readonly frames: number | undefined
  readonly lacksBody: boolean
  /** The causes that the exchange shows, as indexes in the list of causes. */
  readonly causes: readonly number[]
}

/** A group of findings that have the same cause. */
export type Cause = PassiveFinding & {
  /** The numbers of the exchanges with a finding of this cause. */
  readonly exchanges: readonly number[]
}

/** The exchanges of a recording, with what the rules found in them. */
export class RecordedTraffic {
  readonly exchanges: RecordedExchange[] = []
  readonly #check: TrafficCheck
  readonly #causes = new Map<string, { at: number; finding: PassiveFinding; exchanges: number[] }>()

  constructor(check: TrafficCheck) {
    this.#check = check
  }

  /** Checks the next exchange by the rules, and returns a row for the list. */
  async add(exchange: RecordedExchange): Promise<ExchangeRow> {
    // Stores a copy, because the original would keep the parsed bodies of the rules in memory.
    this.exchanges.push(copyExchange(exchange))
    const findings = await this.#check.add(exchange)
    return rowOf(
      exchange,
      findings.map((finding) => this.#addToCause(finding, exchange.index)),
    )
  }

  #addToCause(finding: PassiveFinding, index: number): number {
    // Findings of one cause have the same rule, operation and expectation.
    const key = [finding.rule, finding.operation, finding.expected].join('\n')
    const cause = this.#causes.get(key) ?? { at: this.#causes.size, finding, exchanges: [] }
    cause.finding = finding
    cause.exchanges.push(index)
    this.#causes.set(key, cause)
    return cause.at
  }

  /** All causes, in the order in which they were first found. */
  get causes(): readonly Cause[] {
    return Array.from(this.#causes.values(), ({ finding, exchanges }) => ({
      ...finding,
      exchanges,
    }))
  }

  /** The number of checked exchanges, and the number of rules. */
  get judged() {
    const { judged, rules } = this.#check.report()
    return { judged, rules }
  }

  /** Returns the exchange with this number. */
  find(index: number): RecordedExchange | undefined {
    return this.exchanges.find((exchange) => exchange.index === index)
  }

  /** Returns the numbers of exchanges whose URL, flow or bodies contain a text, in any case. */
  search(text: string): readonly number[] {
    const query = text.toLowerCase()
    const includesQuery = (part: unknown) =>
      typeof part === 'string' && part.toLowerCase().includes(query)
    return this.exchanges
      .filter(
        ({ request, url, content, flow }) =>
          includesQuery(`${request.method} ${url}`) ||
          includesQuery(flow) ||
          includesQuery(request.content) ||
          includesQuery(content),
      )
      .map(({ index }) => index)
  }

  /** Returns the streams of the turn of an exchange: first the question, then its resumes. */
  streamsOfTurn(exchange: RecordedExchange): readonly RecordedExchange[] {
    if (!isStream(exchange)) return []
    const id = conversationInBody(exchange)
    if (id === undefined) return [exchange]
    const streams = this.exchanges.filter((one) => isStream(one) && conversationInBody(one) === id)
    const turns: RecordedExchange[][] = []
    for (const one of streams) {
      if (isResume(one) && turns.length > 0) turns.at(-1)?.push(one)
      else turns.push([one])
    }
    return turns.find((turn) => turn.includes(exchange)) ?? [exchange]
  }
}

const isStream = ({ frames, mimeType }: RecordedExchange): boolean =>
  frames !== undefined || /event-stream/i.test(mimeType)

const isResume = (exchange: RecordedExchange) => pathOf(exchange).endsWith('/chat/resume')

function rowOf(exchange: RecordedExchange, causes: readonly number[]): ExchangeRow {
  const { index, startedAt, ms, headersAfter, operation, flow, status, ended } = exchange
  const { request, content, frames } = exchange
  const row = { index, startedAt, ms, headersAfter, operation, flow, status, ended }
  return {
    ...row,
    size: content?.length,
    method: request.method,
    host: request.url.host,
    path: request.url.pathname,
    isStream: isStream(exchange),
    frames: frames?.length,
    lacksBody: content === undefined && status !== 0,
    causes: [...new Set(causes)],
  }
}
