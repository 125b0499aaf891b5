import type { JsonObject } from '../../contract/json.ts'
import { isObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { recordIn } from '../setup/conversations.ts'
import { framesIn } from '../stream/stream.ts'
import { BoundedMap } from './bounded-map.ts'
import { pathOf } from '../../contract/exchange.ts'
import type { Evidence } from './look.ts'

const mostApprovals = 500

/** A confirmation as it was read. */
export type Confirmation = { readonly record: JsonObject; readonly exchange: Evidence }

/** The events that requested approvals, and their confirmations, by their ids. */
export class SeenApprovals {
  readonly #events = new BoundedMap<string, JsonObject>(mostApprovals)
  readonly #confirmations = new BoundedMap<string, Confirmation>(mostApprovals)

  eventOf(id: string): JsonObject | undefined {
    return this.#events.get(id)
  }

  confirmationOf(id: string): Confirmation | undefined {
    return this.#confirmations.get(id)
  }

  add(exchange: Exchange): void {
    for (const [id, event] of approvalsIn(exchange)) this.#events.set(id, event)
    const confirmation = confirmationIn(exchange)
    if (confirmation !== undefined) this.#confirmations.set(...confirmation)
  }
}

/** The events of a stream that request approvals, by the ids of their confirmations. */
export const approvalsIn = (exchange: Exchange): readonly (readonly [string, JsonObject])[] =>
  framesIn(exchange).flatMap(({ type, payload }) =>
    type === 'awaiting_confirmation' &&
    isObject(payload) &&
    typeof payload['confirmation_id'] === 'string'
      ? [[payload['confirmation_id'], payload] as const]
      : [],
  )

/** The confirmation that a response shows, with its id. */
export function confirmationIn(exchange: Exchange): [string, Confirmation] | undefined {
  const [, id] = /^\/api\/confirmations\/([^/]+)$/.exec(pathOf(exchange)) ?? []
  const { method, path } = exchange.request
  const record = recordIn(exchange)
  if (id === undefined || method !== 'GET' || !isAccepted(exchange) || !isObject(record))
    return undefined
  return [id, { record, exchange: { request: { method, path }, status: exchange.status } }]
}
