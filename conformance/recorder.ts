import { createBudget } from './budget.ts'
import type { Spent } from './budget.ts'
import { isBusy, isGatewayPage } from './busy.ts'
import type { Ask, Exchange } from './exchange.ts'
import type { Lab } from './lab.ts'
import { Blocked, Finding, Findings, SetUpFailed, Unreachable } from './outcomes.ts'
import { createPace } from './pace.ts'
import { createRetry } from './retry.ts'
import { exchangeWith, reason } from './transport.ts'
import type { Transport, Until } from './transport.ts'

export type RecorderOptions = Transport & {
  readonly sleep: (ms: number) => Promise<void>
  readonly grace: number
  /** Marks all that this run makes. */
  readonly tag: string
  /** How many turns of the agent may be started; any number by default. */
  readonly maxTurns?: number | undefined
  /** How many requests a second may be sent; as many as go by default. */
  readonly rate?: number | undefined
}

/** A lab that knows what it has cost. */
export type Recorder = Lab & { readonly spent: Spent }

// Three silences in a row: the target is gone, and waiting for each check would only cost time.
const silencesUntilGone = 3

/** The one recorded way to a target. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { target, now, sleep, grace } = options
  const exchanges: Exchange[] = []
  const setUps = new Map<string, Promise<unknown>>()
  const budget = createBudget(options.maxTurns)
  const retry = createRetry(sleep)
  const pace = createPace(options.rate, now, sleep)
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

  async function request(ask: Ask, isGuarded: boolean, until?: Until): Promise<Exchange> {
    const exchange = await retry(async () => {
      await pace()
      return budget.spend(ask, isGuarded, () => attempt(ask, until))
    })
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
    get spent() {
      return budget.spent
    },
    stream: (ask, until) => request(ask, false, until),
    send: (ask) => request(ask, true, () => true),
    name: (kind) => `[conformance] ${kind} ${options.tag}-${(made += 1)}`,
    once<T>(name: string, setUp: () => Promise<T>): Promise<T> {
      const running = setUps.get(name) ?? guarded(name, setUp)
      setUps.set(name, running)
      return running as Promise<T>
    },
  }
}

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
