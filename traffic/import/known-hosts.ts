import { findOperation } from '../../contract/operations/operation-index.ts'
import type { RecordedExchange } from '../har/read-entry.ts'

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
    waiting.characters += exchange.response.body?.length ?? 0
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
      waiting.characters -= waiting.exchanges.shift()?.response.body?.length ?? 0
    return []
  }
}

/** Whether an operation of the contract was answered, with JSON or events. */
function isOfPlatform({ request: { method, url }, response }: RecordedExchange): boolean {
  const isAnswer = response.status >= 200 && response.status < 500
  const { mimeType } = response
  return (
    isAnswer &&
    /json|event-stream/i.test(mimeType) &&
    findOperation(method, url.pathname) !== undefined
  )
}
