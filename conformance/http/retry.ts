import { isBusy, type Exchange } from '../session/exchange.ts'

/** Calls `attempt` again while the target is too busy. */
export type Retry = (attempt: () => Promise<Exchange>) => Promise<Exchange>

const maxRetries = 3
// The maximum wait, in seconds: long enough for a limit per minute, not for a daily quota.
const maxWait = 60
const maxTotalWait = 15 * 60

/**
 * Retries a request at most three times, after `Retry-After` or with exponential backoff. After a
 * request that stayed busy, the following ones are not retried until the target responds again.
 */
export function createRetry(sleep: (ms: number) => Promise<void>): Retry {
  let waited = 0
  let isHopeless = false
  return async (attempt) => {
    let exchange = await attempt()
    for (let tries = 0; isBusy(exchange) && !isHopeless; tries += 1) {
      const wait = retryAfter(exchange) ?? 2 ** tries
      isHopeless = tries === maxRetries || wait > maxWait || waited + wait > maxTotalWait
      if (isHopeless) break
      waited += wait
      await sleep(wait * 1000)
      exchange = await attempt()
    }
    if (!isBusy(exchange)) isHopeless = false
    return exchange
  }
}

/** Reads `Retry-After`, a number or a date, in seconds. */
function retryAfter({ headers }: Exchange): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  const date = Date.parse(headers.get('date') ?? '')
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - date) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/** Resolves when the next request may be sent. */
type RateLimiter = () => Promise<void>

/** Spreads requests evenly to at most `rate` per second; without a rate it does not wait. */
export function createRateLimiter(
  rate: number | undefined,
  now: () => number,
  sleep: (ms: number) => Promise<void>,
): RateLimiter {
  if (rate === undefined) return async () => {}
  let free = now()
  return async () => {
    const turn = Math.max(free, now())
    free = turn + 1000 / rate
    if (turn > now()) await sleep(turn - now())
  }
}
