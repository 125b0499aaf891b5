import type { TrafficCheck } from '../../../../conformance/passive/traffic-check.ts'
import type { PassiveFinding } from '../../../../conformance/passive/passive-judge.ts'
import {
  conversationInBody,
  copyExchange,
  pathOf,
  type RecordedExchange,
} from '../../../../contract/exchange.ts'

/** One exchange of a recording, as the list shows it. */
export type ExchangeRow = {
  /** The number of the entry in the file, from 0. */
  readonly index: number
  /** When it was sent, in milliseconds since 1970. */
  readonly startedAt: number
  readonly ms: number
  /** Milliseconds until the headers came, and the length of the body; `undefined` if not recorded. */
  readonly headersAfter: number | undefined
  readonly size: number | undefined
  readonly method: string
  readonly host: string
  readonly path: string
  /** The operation of the contract, such as `chat.react`. */
  readonly operation: string | undefined
  /** The page or flow that it belongs to. */
  readonly flow: string | undefined
  /** 0 if no response came. */
  readonly status: number
  readonly isStream: boolean
  /** The number of frames whose times were recorded. */
  readonly frames: number | undefined
  readonly lacksBody: boolean
  readonly isClosedByClient: boolean
  readonly isBroken: boolean
  /** The causes that it shows, as indexes of the list of causes. */
  readonly causes: readonly number[]
}

/** One cause of findings. */
export type Cause = PassiveFinding & {
  /** The numbers of the exchanges with such a finding. */
  readonly exchanges: readonly number[]
}

type MutableCause = { finding: PassiveFinding; exchanges: number[] }

/** The exchanges of a recording, with what the rules found in them. */
export class RecordedTraffic {
  readonly exchanges: RecordedExchange[] = []
  readonly #check: TrafficCheck
  readonly #causes = new Map<string, { readonly at: number } & MutableCause>()

  constructor(check: TrafficCheck) {
    this.#check = check
  }

  /** Judges the next exchange, and returns its row. */
  async add(exchange: RecordedExchange): Promise<ExchangeRow> {
    // A copy, so that the values that the rules parse are not kept in memory.
    this.exchanges.push(copyExchange(exchange))
    const findings = await this.#check.add(exchange)
    return rowOf(
      exchange,
      findings.map((finding) => this.#causeOf(finding, exchange.index)),
    )
  }

  #causeOf(finding: PassiveFinding, index: number): number {
    // All findings of one cause have the same expectation.
    const key = [finding.rule, finding.operation, finding.expected].join('\n')
    const cause = this.#causes.get(key) ?? { at: this.#causes.size, finding, exchanges: [] }
    cause.finding = finding
    cause.exchanges.push(index)
    this.#causes.set(key, cause)
    return cause.at
  }

  /** Each cause once, in the order in which they were first seen. */
  get causes(): readonly Cause[] {
    return Array.from(this.#causes.values(), ({ finding, exchanges }) => ({
      ...finding,
      exchanges,
    }))
  }

  /** How many exchanges were judged, and by how many rules. */
  get judged() {
    const { judged, rules } = this.#check.report()
    return { judged, rules }
  }

  /** The exchange with this number. */
  find(index: number): RecordedExchange | undefined {
    return this.exchanges.find((exchange) => exchange.index === index)
  }

  /** The numbers of the exchanges whose address or bodies contain a text; upper and lower case match. */
  search(text: string): readonly number[] {
    const query = text.toLowerCase()
    const has = (part: unknown) => typeof part === 'string' && part.toLowerCase().includes(query)
    return this.exchanges
      .filter(
        ({ request, url, content, flow }) =>
          has(`${request.method} ${url}`) || has(flow) || has(request.content) || has(content),
      )
      .map(({ index }) => index)
  }

  /** The streams of the turn that an exchange belongs to: the question, then its resumes. */
  turnOf(exchange: RecordedExchange): readonly RecordedExchange[] {
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
  const { index, startedAt, ms, flow, request, status, content, frames, ended } = exchange
  const { pathname, host } = request.url
  return {
    index,
    startedAt,
    ms,
    headersAfter: exchange.headersAfter,
    size: content?.length,
    method: request.method,
    host,
    path: pathname,
    operation: exchange.operation,
    flow,
    status,
    isStream: isStream(exchange),
    frames: frames?.length,
    lacksBody: content === undefined && status !== 0,
    isClosedByClient: ended === 'cut',
    isBroken: ended === 'error',
    causes: [...new Set(causes)],
  }
}
