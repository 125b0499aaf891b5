import { isAccepted } from './assertions.ts'
import type { Judgement } from './check.ts'
import { type Exchange, operationOf } from './exchange.ts'

/** The parameters of the query of a request. */
export const queryOf = ({ request }: Exchange): URLSearchParams =>
  new URLSearchParams(request.path.split('?')[1] ?? '')

/** Whether a request calls an operation, such as `PATCH /api/conversations/{id}`. */
export const isCallOf = ({ request }: Exchange, operation: string): boolean =>
  operationOf(request) === operation

/** Judges the accepted replies of one operation, such as `PATCH /api/conversations/{id}`. */
export const judgingReply = (
  operation: string,
  verify: (exchange: Exchange) => unknown,
): Judgement => ({
  applies: (exchange) => isAccepted(exchange) && isCallOf(exchange, operation),
  verify,
})
