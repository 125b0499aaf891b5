import { isAccepted } from './assertions.ts'
import type { Judgement } from './check.ts'
import type { Exchange } from './exchange.ts'

/** The path of a request, without its query. */
export const pathOf = ({ request }: Exchange): string => request.path.replace(/[?#].*/, '')

/** The parameters of the query of a request. */
export const queryOf = ({ request }: Exchange): URLSearchParams =>
  new URLSearchParams(request.path.split('?')[1] ?? '')

/** Judges the accepted replies of one operation, such as `POST /api/auth/login`. */
export const judgingReply = (
  operation: string,
  verify: (exchange: Exchange) => unknown,
): Judgement => ({
  applies: (exchange) =>
    `${exchange.request.method} ${pathOf(exchange)}` === operation && isAccepted(exchange),
  verify,
})
