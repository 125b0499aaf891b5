import { createBudget } from './budget.ts'
import type { Spent } from './budget.ts'
import { isBusy, isGatewayPage } from './busy.ts'
import { operationOf } from './calls.ts'
import type { Ask, Exchange, SeenEvent } from './exchange.ts'
import type { Lab } from './lab.ts'
import {
  Blocked,
  Finding,
  Findings,
  Obstructed,
  SetUpFailed,
  Stopped,
  Unreachable,
} from './outcomes.ts'
import { createPace } from './pace.ts'
import { createResidueBook } from './residue.ts'
import type { Expectation, Ledger, Residue, ResidueBook } from './residue.ts'
import { createRetry } from './retry.ts'
import { exchangeWith, reason, wasUnsent } from './transport.ts'
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
  /** Told of all that a request makes, before it is sent. */
  readonly ledger?: Ledger | undefined
  /** What earlier runs left, where it is to be removed as well. */
  readonly inherited?: readonly Residue[] | undefined
  /** Once it aborts, the request under way is the last one until `close`. */
  readonly stop?: AbortSignal | undefined
}

/** A lab that knows what it has cost, and what it has left on the target. */
export type Recorder = Lab & {
  readonly spent: Spent
  readonly residue: ResidueBook
  /** Ends the judging: from here on requests are for cleaning up, which no stop prevents. */
  close(): void
}

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
  const residue = createResidueBook(options.tag, options.ledger, options.inherited)
  let silences = 0
  let silence = ''
  let made = 0
  let isClosing = false
  const isStopped = () => options.stop?.aborted === true && !isClosing

  async function attempt(ask: Ask, until?: Until): Promise<Exchange> {
    if (isStopped()) throw new Stopped('the run was stopped')
    if (silences >= silencesUntilGone)
      throw new Unreachable(`the target stopped answering: ${silence}`)
    const expectation = residue.expect(ask)
    const isEnough = (events: readonly SeenEvent[]) => isStopped() || until?.(events) === true
    const exchange = await answer(ask, isEnough, expectation)
    expectation?.answered(exchange)
    // Half a stream is no evidence of what the target would have sent.
    if (isStopped() && exchange.ended === 'cut') throw new Stopped('the run was stopped')
    exchanges.push(exchange)
    return exchange
  }

  async function answer(ask: Ask, until: Until, expectation?: Expectation): Promise<Exchange> {
    try {
      const exchange = await exchangeWith(options, ask, until)
      silences = 0
      return exchange
    } catch (error) {
      silences += 1
      silence = reason(error, options.timeout)
      if (wasUnsent(error)) expectation?.unsent()
      throw new Unreachable(silence, { cause: error })
    }
  }

  async function request(ask: Ask, isGuarded: boolean, until?: Until): Promise<Exchange> {
    const exchange = await retry(async () => {
      await pace()
      return budget.spend(ask, isGuarded, () => attempt(ask, until))
    })
    const sender = isGatewayPage(exchange) ? 'a gateway' : isBusy(exchange) && 'the target'
    if (sender) throw new Obstructed(`${operationOf(ask)}: ${exchange.status} from ${sender}`)
    return exchange
  }

  return {
    target,
    grace,
    exchanges,
    now,
    sleep,
    residue,
    close() {
      isClosing = true
      silences = 0
    },
    get spent() {
      return budget.spent
    },
    stream: (ask, until) => request(ask, false, until),
    send: (ask) => request(ask, true, () => true),
    name: (kind) => `[conformance] ${kind} ${options.tag}-${(made += 1)}`,
    once<T>(name: string, setUp: () => Promise<T>): Promise<T> {
      const running = setUps.get(name) ?? guarded(name, setUp)
      setUps.set(name, running)
      // The clean-up may need what the stop cut short.
      running.catch((error: unknown) => error instanceof Stopped && setUps.delete(name))
      return running as Promise<T>
    },
  }
}

async function guarded<T>(name: string, setUp: () => Promise<T>): Promise<T> {
  try {
    return await setUp()
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Stopped) throw error
    // The root of a chain of set-ups names itself, as an obstacle does; what is above adds nothing.
    if (error instanceof SetUpFailed || error instanceof Obstructed) {
      throw new SetUpFailed(error.message, { cause: error })
    }
    if (!(error instanceof Finding || error instanceof Findings || error instanceof Blocked)) {
      throw error
    }
    throw new SetUpFailed(`${name}: ${error.message}`, { cause: error })
  }
}
