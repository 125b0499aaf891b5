import { abortableFetch } from '../../contract/abortable-fetch.ts'
import { createRunDeadline, createTurnBudget } from './run-limits.ts'
import {
  type Exchange,
  isBusy,
  isGatewayPage,
  operationOf,
  type RequestSpec,
  startsTurn,
} from '../session/exchange.ts'
import { createResponseBudget, rejectOversizedRequest } from '../http/size-limits.ts'
import type { Target, TestSession } from '../session/test-session.ts'
import { defaultGraceMs, defaultMaxTime, defaultTimeout, suiteLimits } from '../session/limits.ts'
import {
  Blocked,
  Finding,
  Findings,
  OutOfTime,
  ResponseCut,
  RunStopped,
  SetUpFailed,
  TargetUnavailable,
  Unreachable,
} from '../session/outcomes.ts'
import {
  createResidueTracker,
  type Ledger,
  type PendingCreation,
  type Residue,
  type ResidueTracker,
} from './residue.ts'
import { dateOf } from '../setup/dates.ts'
import { type Sleep, systemTime } from '../session/time.ts'
import {
  describeFailure,
  sendRequest,
  type StopCondition,
  type Transport,
  wasUnsent,
} from '../http/transport.ts'
import type { Spent } from '../report/report.ts'

/** The options of a recorder. Without a transport, the real one is used. */
export type RecorderOptions = Partial<Transport> & {
  readonly target: Target
  readonly sleep?: Sleep
  readonly grace?: number
  /** A text that is part of the name of each record of this run. */
  readonly tag: string
  /** Maximum number of turns; unlimited by default. */
  readonly maxTurns?: number | undefined
  /** Number of turns that the run starts on purpose; 0 by default. */
  readonly plannedTurns?: number | undefined
  /** Maximum number of requests per second; unlimited by default. */
  readonly rate?: number | undefined
  /** Receives an entry before each request that creates a record, and after its response. */
  readonly ledger?: Ledger | undefined
  /** Records that earlier runs left behind. The clean-up removes them too. */
  readonly inherited?: readonly Residue[] | undefined
  /** Aborts the pending request and all later ones, except those of the clean-up. */
  readonly stop?: AbortSignal | undefined
  /** The time limit in milliseconds. When it is reached, the run ends as after `stop`. */
  readonly maxTime?: number
}

/** A session that counts its cost, and tracks the records that it must remove from the target. */
export type Recorder = TestSession & {
  readonly spent: Spent
  readonly residue: ResidueTracker
  /** Throws after the run was stopped or reached its time limit. */
  throwIfEnded(): void
  /** Whether the time limit of the run was reached before all checks had run. */
  readonly isOutOfTime: boolean
  /** Ends the checks. Later requests belong to the clean-up, which a stop does not end. */
  startCleanUp(): void
  /** Forgets the results of all set-ups, so that they run again. */
  forgetSetUps(): void
}

// After three requests in a row without a response, the target counts as unreachable.
const maxFailures = 3

/** Creates the session of a run, which records every exchange. */
export function createRecorder(options: RecorderOptions): Recorder {
  const {
    target,
    fetch = abortableFetch,
    now = systemTime.now,
    grace = defaultGraceMs,
    timeout = defaultTimeout,
    maxTime = defaultMaxTime,
    limits = suiteLimits,
  } = options
  const transport = { target, fetch, now, timeout, limits }
  const wait = options.sleep ?? systemTime.sleep
  const exchanges: Exchange[] = []
  const setUps = new Map<string, Promise<unknown>>()
  const end = createRunDeadline(options.stop, maxTime, limits)
  const sleep = async (ms: number) => {
    const signal = end.signal(false)
    await Promise.race([wait(ms, signal), waitForAbort(signal)])
    end.throwIfEnded()
  }
  const budget = createTurnBudget(options.maxTurns, options.plannedTurns)
  const retry = createRetry(sleep)
  const waitForRate = createRateLimiter(options.rate, now, sleep)
  const residue = createResidueTracker(options.tag, target, options.ledger, options.inherited)
  const responseBudget = createResponseBudget(limits)
  const start = now()
  let failures = 0
  let lastFailure = ''
  let named = 0
  let isClosing = false
  let slept = 0

  async function attempt(
    spec: RequestSpec,
    mustRefuse: boolean,
    until?: StopCondition,
  ): Promise<Exchange> {
    end.throwIfEnded()
    if (failures >= maxFailures)
      throw new Unreachable(`the target stopped responding: ${lastFailure}`)
    if (!isClosing) responseBudget.throwIfExceeded()
    rejectOversizedRequest(spec, limits)
    const waited = slept
    slept = 0
    const received = await budget.spend(spec, mustRefuse, async () => {
      const creation = residue.trackCreation(spec)
      const response = await sendOnce(spec, until, creation)
      creation?.settle(response)
      return response
    })
    const exchange = Object.assign(received, waited > 0 && { slept: waited })
    residue.trackDeletion(spec, exchange)
    const recorded = responseBudget.keep(exchange)
    exchanges.push(recorded)
    if (exchange.cutReason !== undefined)
      throw new ResponseCut(`${operationOf(spec)}: ${exchange.cutReason}`, exchange)
    return exchange
  }

  async function sendOnce(
    spec: RequestSpec,
    until?: StopCondition,
    creation?: PendingCreation,
  ): Promise<Exchange> {
    // A turn may take minutes, so a stop does not wait for its response.
    const signal = end.signal(creation !== undefined && !startsTurn(spec))
    try {
      const exchange = await sendRequest(transport, spec, { until, end: signal })
      failures = 0
      return exchange
    } catch (error) {
      if (signal.aborted) {
        creation?.abort()
        throw signal.reason
      }
      failures += 1
      lastFailure = describeFailure(error, timeout)
      if (wasUnsent(error)) creation?.cancel()
      throw new Unreachable(lastFailure, { cause: error })
    }
  }

  async function request(
    spec: RequestSpec,
    mustRefuse: boolean,
    until?: StopCondition,
  ): Promise<Exchange> {
    const exchange = await retry(async () => {
      await waitForRate()
      return attempt(spec, mustRefuse, until)
    })
    const sender = isGatewayPage(exchange) ? 'a gateway' : isBusy(exchange) && 'the target'
    if (sender)
      throw new TargetUnavailable(`${operationOf(spec)}: ${exchange.status} from ${sender}`)
    return exchange
  }

  return {
    target,
    grace,
    exchanges,
    effects: new Map(),
    now,
    sleep(ms) {
      slept += ms
      return sleep(ms)
    },
    residue,
    throwIfEnded: end.throwIfEnded,
    get isOutOfTime() {
      return end.isOutOfTime
    },
    startCleanUp() {
      isClosing = true
      failures = 0
      end.startCleanUp()
    },
    forgetSetUps: () => setUps.clear(),
    get spent() {
      return { ...budget.spent, ms: Math.round(now() - start) }
    },
    stream: (spec, until) => request(spec, false, until),
    send: (spec) => request(spec, true, () => true),
    settleTurn: residue.settleTurn,
    uniqueName: (kind) => `[conformance] ${kind} ${options.tag}-${(named += 1)}`,
    once<T>(name: string, setUp: () => Promise<T>): Promise<T> {
      const running = setUps.get(name) ?? runSetUp(name, setUp)
      setUps.set(name, running)
      // Forgets a set-up that a stop interrupted, so that the clean-up can run it again.
      running.catch((error: unknown) => isEndOfRun(error) && setUps.delete(name))
      return running as Promise<T>
    },
  }
}

const isEndOfRun = (error: unknown): boolean =>
  error instanceof RunStopped || error instanceof OutOfTime

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

async function runSetUp<T>(name: string, setUp: () => Promise<T>): Promise<T> {
  try {
    return await setUp()
  } catch (error) {
    if (error instanceof Unreachable || isEndOfRun(error)) throw error
    // The message already names the set-up that failed first, so the name of this outer set-up is
    // not added.
    if (error instanceof SetUpFailed || error instanceof TargetUnavailable) {
      throw new SetUpFailed(error.message, { cause: error })
    }
    if (!(error instanceof Finding || error instanceof Findings || error instanceof Blocked)) {
      throw error
    }
    throw new SetUpFailed(`${name}: ${error.message}`, { cause: error })
  }
}

const maxRetries = 3
// The maximum wait for a retry in seconds. It is enough for a limit per minute.
const maxWait = 60
const maxTotalWait = 15 * 60

/**
 * Retries a request at most three times, after `Retry-After` and at least with exponential backoff.
 * If the target is then still busy, later requests are not retried until it responds normally again.
 */
function createRetry(sleep: (ms: number) => Promise<void>) {
  let waited = 0
  let isHopeless = false
  return async (attempt: () => Promise<Exchange>): Promise<Exchange> => {
    let exchange = await attempt()
    for (let tries = 0; isBusy(exchange) && !isHopeless; tries += 1) {
      // A limiter that rounds down sends `Retry-After: 0` until its window is over.
      const wait = Math.max(retryAfter(exchange), 2 ** tries)
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

/** Reads the header `Retry-After`, which is a number or a date. Returns seconds; 0 without one. */
function retryAfter(exchange: Exchange): number {
  const value = exchange.headers.get('retry-after')?.trim() ?? ''
  const date = dateOf(exchange) ?? Number.NaN
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - date) / 1000
  return Number.isFinite(seconds) ? seconds : 0
}

/**
 * Creates a function that waits until the next request may be sent, at most `rate` of them in a
 * second; without `rate` it does not wait.
 */
function createRateLimiter(
  rate: number | undefined,
  now: () => number,
  sleep: (ms: number) => Promise<void>,
): () => Promise<void> {
  if (rate === undefined) return async () => {}
  let free = now()
  return async () => {
    const turn = Math.max(free, now())
    free = turn + 1000 / rate
    if (turn > now()) await sleep(turn - now())
  }
}
