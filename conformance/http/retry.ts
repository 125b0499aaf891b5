import { isBusy, type Exchange } from '../session/exchange.ts'

/** Sends again, as often as is fair, while the target is too busy to answer. */
export type Retry = (attempt: () => Promise<Exchange>) => Promise<Exchange>

const mostRetries = 3
// Seconds: a window of a minute can be waited for, a quota of a day can't.
const longestWait = 60
const longestInAll = 15 * 60

/**
 * Waits as `Retry-After` says, else ever longer, and asks again: at most three times for a request.
 * Once that was in vain, nothing is waited for until the target has answered again.
 */
export function createRetry(sleep: (ms: number) => Promise<void>): Retry {
  let waited = 0
  let isHopeless = false
  return async (attempt) => {
    let exchange = await attempt()
    for (let tries = 0; isBusy(exchange) && !isHopeless; tries += 1) {
      const wait = retryAfter(exchange) ?? 2 ** tries
      isHopeless = tries === mostRetries || wait > longestWait || waited + wait > longestInAll
      if (isHopeless) break
      waited += wait
      await sleep(wait * 1000)
      exchange = await attempt()
    }
    if (!isBusy(exchange)) isHopeless = false
    return exchange
  }
}

/** The seconds that `Retry-After` asks for, be it a number or a date. */
function retryAfter({ headers }: Exchange): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  const date = Date.parse(headers.get('date') ?? '')
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - date) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/** Settles when the next request may go. */
type RateLimiter = () => Promise<void>

/** Lets at most so many requests a second go, evenly; without a rate they go at once. */
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
