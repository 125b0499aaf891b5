import type { Exchange } from '../session/exchange.ts'

/** Why a check that needs the clock of the target is inconclusive. */
export const noReadableDate = 'the target sends no readable Date header'

const httpDate = /[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT/g

/**
 * The time of a response by the clock of the target, in milliseconds since 1970; `undefined` without
 * a readable `Date` header. If a proxy adds a second date, the last one counts.
 */
export function dateOf({ headers }: Pick<Exchange, 'headers'>): number | undefined {
  const header = headers.get('date') ?? ''
  const time = Date.parse(header.match(httpDate)?.at(-1) ?? header)
  return Number.isNaN(time) ? undefined : time
}
