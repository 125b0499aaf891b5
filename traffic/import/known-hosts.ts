import type { RecordedExchange } from '../../contract/exchange.ts'

/** The exchanges and the characters that may wait until their host turns out to be the platform. */
const mostWaiting = { exchanges: 300, characters: 16 * 1024 * 1024 }

type Waiting = { readonly exchanges: RecordedExchange[]; characters: number }

/**
 * Lets the exchanges of the platform pass: of hosts that answered an operation of the contract.
 * Those before the first such answer wait.
 */
export class KnownHosts {
  readonly #known = new Set<string>()
  readonly #waiting = new Map<string, Waiting>()

  /** The exchanges that may be used now. */
  add(exchange: RecordedExchange): readonly RecordedExchange[] {
    const { host } = exchange.request.url
    if (this.#known.has(host)) return [exchange]
    const waiting = this.#waiting.get(host) ?? { exchanges: [], characters: 0 }
    this.#waiting.set(host, waiting)
    waiting.characters += exchange.content?.length ?? 0
    waiting.exchanges.push(exchange)
    if (isOfPlatform(exchange)) {
      this.#known.add(host)
      this.#waiting.delete(host)
      return waiting.exchanges
    }
    while (
      waiting.exchanges.length > mostWaiting.exchanges ||
      waiting.characters > mostWaiting.characters
    )
      waiting.characters -= waiting.exchanges.shift()?.content?.length ?? 0
    return []
  }
}

/** Whether an operation of the contract was answered, with JSON or events. */
const isOfPlatform = ({ status, mimeType, operation }: RecordedExchange): boolean =>
  status >= 200 && status < 500 && /json|event-stream/i.test(mimeType) && operation !== undefined
