import { isAccepted } from './assertions.ts'
import type { Judgement } from './check.ts'
import type { Exchange } from './exchange.ts'

/** The path of a request, without its query. */
export const pathOf = ({ request }: Exchange): string => request.path.replace(/[?#].*/, '')

/** The parameters of the query of a request. */
export const queryOf = ({ request }: Exchange): URLSearchParams =>
  new URLSearchParams(request.path.split('?')[1] ?? '')

/** Whether a request calls an operation, such as `PATCH /api/conversations/*`. */
export function isCallOf(exchange: Exchange, operation: string): boolean {
  const steps = `${exchange.request.method} ${pathOf(exchange)}`.split('/')
  const pattern = operation.split('/')
  return (
    steps.length === pattern.length &&
    pattern.every((one, index) => one === '*' || one === steps[index])
  )
}

/** Judges the accepted replies of one operation, such as `PATCH /api/conversations/*`. */
export const judgingReply = (
  operation: string,
  verify: (exchange: Exchange) => unknown,
): Judgement => ({
  applies: (exchange) => isAccepted(exchange) && isCallOf(exchange, operation),
  verify,
})
