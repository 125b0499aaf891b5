import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { callerOf, fieldsOf } from './callers.ts'
import { pathOf } from '../../contract/exchange.ts'

export const isRun = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' && /^\/api\/workflows\/[^/]+\/run$/.test(pathOf(exchange))

/** The number of runs in a batch; `undefined` for any other request. */
export function batchSize(exchange: Exchange): number | undefined {
  const { inputs } = fieldsOf(exchange)
  const isBatch =
    exchange.request.method === 'POST' &&
    /^\/api\/workflows\/[^/]+\/batch-run$/.test(pathOf(exchange))
  return isBatch && Array.isArray(inputs) ? inputs.length : undefined
}

/** The runs of all workflows. */
export class SeenRuns {
  #count = 0
  #last: Exchange | undefined

  get count(): number {
    return this.#count
  }

  /** Whether the last request for a run came from the caller of an exchange, and was accepted. */
  isLastAccepted(exchange: Exchange): boolean {
    const last = this.#last
    return last !== undefined && isAccepted(last) && callerOf(last) === callerOf(exchange)
  }

  add(exchange: Exchange): void {
    const size = isRun(exchange) ? 1 : batchSize(exchange)
    if (size === undefined) return
    this.#count += size
    this.#last = exchange
  }
}
