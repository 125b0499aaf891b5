import type { Ask, Exchange } from './exchange.ts'
import type { Lab } from './lab.ts'
import { Blocked, Finding, Findings, SetUpFailed, Unreachable } from './outcomes.ts'
import { exchangeWith, reason } from './transport.ts'
import type { Transport, Until } from './transport.ts'

export type RecorderOptions = Transport & {
  readonly sleep: (ms: number) => Promise<void>
  readonly grace: number
  /** Marks all that this run makes. */
  readonly tag: string
}

// Three silences in a row: the target is gone, and waiting for each check would only cost time.
const silencesUntilGone = 3
const longestRetryAfter = 5

/** The one recorded way to a target. */
export function createRecorder(options: RecorderOptions): Lab {
  const { target, now, sleep, grace } = options
  const exchanges: Exchange[] = []
  const setUps = new Map<string, Promise<unknown>>()
  let silences = 0
  let made = 0

  async function attempt(ask: Ask, until?: Until): Promise<Exchange> {
    if (silences >= silencesUntilGone) throw new Unreachable('the target stopped answering')
    try {
      const exchange = await exchangeWith(options, ask, until)
      silences = 0
      exchanges.push(exchange)
      return exchange
    } catch (error) {
      silences += 1
      throw new Unreachable(reason(error, options.timeout), { cause: error })
    }
  }

  async function stream(ask: Ask, until?: Until): Promise<Exchange> {
    let exchange = await attempt(ask, until)
    const wait = retryAfter(exchange)
    if (wait !== undefined && wait <= longestRetryAfter) {
      await sleep(wait * 1000)
      exchange = await attempt(ask, until)
    }
    if (isBusy(exchange)) throw new Blocked(`${exchange.status} from the target`)
    if (isGatewayPage(exchange)) throw new Blocked(`${exchange.status} page of a gateway`)
    return exchange
  }

  return {
    target,
    grace,
    exchanges,
    now,
    sleep,
    stream,
    send: (ask) => stream(ask),
    name: (kind) => `[conformance] ${kind} ${options.tag}-${(made += 1)}`,
    once<T>(name: string, setUp: () => Promise<T>): Promise<T> {
      const running = setUps.get(name) ?? guarded(name, setUp)
      setUps.set(name, running)
      return running as Promise<T>
    },
  }
}

/** Too many requests, or maintenance: neither is judged. */
export const isBusy = (exchange: Exchange): boolean =>
  exchange.status === 429 || exchange.status === 503

/** An error page that a gateway made, not the service. */
export const isGatewayPage = (exchange: Exchange): boolean =>
  [502, 503, 504].includes(exchange.status) && isHtml(exchange)

const isHtml = (exchange: Exchange): boolean =>
  exchange.headers.get('content-type')?.includes('text/html') ?? false

async function guarded<T>(name: string, setUp: () => Promise<T>): Promise<T> {
  try {
    return await setUp()
  } catch (error) {
    if (error instanceof Unreachable) throw error
    // The root of a chain of set-ups names itself; the ones above it add nothing.
    if (error instanceof SetUpFailed) throw new SetUpFailed(error.message, { cause: error })
    if (!(error instanceof Finding || error instanceof Findings || error instanceof Blocked)) {
      throw error
    }
    throw new SetUpFailed(`${name}: ${error.message}`, { cause: error })
  }
}

function retryAfter(exchange: Exchange): number | undefined {
  if (!isBusy(exchange)) return undefined
  const seconds = Number(exchange.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
