import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { lists } from '../setup/lists.ts'
import { hasEvents } from '../stream/stream.ts'
import { callerOf, fieldsOf, isUnset, queryOf } from './callers.ts'
import { pathOf } from '../../contract/exchange.ts'
import { isCreation } from './known-conversations.ts'
import { pageNumber } from './list-forms.ts'
import { type Evidence, itemsIn } from './look.ts'

type Count = {
  readonly caller: string
  readonly total: number
  /** The turns without a conversation since then. */
  readonly turns: readonly Evidence[]
}

const isConversationList = (exchange: Exchange): boolean =>
  exchange.request.method === 'GET' &&
  pathOf(exchange) === lists.conversations &&
  isAccepted(exchange)

/** Parameters of a list of conversations besides those of its page. */
export const filtersOf = (exchange: Exchange): readonly (readonly [string, string])[] =>
  [...queryOf(exchange)].filter(([name]) => name !== 'page' && name !== 'size')

/** The number of conversations of a list with all its pages; `undefined` if it does not show it. */
export function totalOf(exchange: Exchange): number | undefined {
  if (!isConversationList(exchange)) return undefined
  const total = pageNumber(exchange, 'total')
  if (total !== undefined) return total
  const query = queryOf(exchange)
  const { length } = itemsIn(exchange)
  const isAll = (query.get('page') ?? '1') === '1' && length < Number(query.get('size') ?? 0)
  return isAll ? length : undefined
}

/** The last number of all conversations of a caller, and what may have changed it since. */
export class ConversationCounts {
  #last: Count | undefined

  /** The last count of the caller of this exchange, if no request created or deleted one since. */
  before(exchange: Exchange): Count | undefined {
    return this.#last?.caller === callerOf(exchange) ? this.#last : undefined
  }

  add(exchange: Exchange): void {
    const caller = callerOf(exchange)
    const total = totalOf(exchange)
    if (total !== undefined && caller !== undefined && filtersOf(exchange).length === 0)
      this.#last = { caller, total, turns: [] }
    else if (isAccepted(exchange) && (isCreation(exchange) || isDeletion(exchange)))
      this.#last = undefined
    else if (isUnstoredTurn(exchange)) this.#addTurn(exchange)
  }

  #addTurn(exchange: Exchange): void {
    const { caller } = this.#last ?? {}
    const isWhole = exchange.events.at(-1)?.event === 'end'
    const { request, status } = exchange
    const { method, path } = request
    this.#last =
      this.#last !== undefined && isWhole && caller === callerOf(exchange)
        ? { ...this.#last, turns: [...this.#last.turns, { request: { method, path }, status }] }
        : undefined
  }
}

const isDeletion = (exchange: Exchange): boolean =>
  exchange.request.method === 'DELETE' && pathOf(exchange).startsWith(lists.conversations)

/** Whether a turn ran without a conversation. */
const isUnstoredTurn = (exchange: Exchange): boolean =>
  /^\/api\/(?:react|dag|auto)$/.test(pathOf(exchange)) &&
  hasEvents(exchange) &&
  isUnset(fieldsOf(exchange)['conversation_id'])
