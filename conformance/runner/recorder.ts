import { createTurnBudget, createRunDeadline } from './run-limits.ts'
import {
  isBusy,
  isGatewayPage,
  type RequestSpec,
  type Exchange,
  operationOf,
} from '../session/exchange.ts'
import { createResponseBudget, rejectOversizedRequest } from '../http/size-limits.ts'
import type { TestSession } from '../session/test-session.ts'
import { defaultMaxTime, suiteLimits } from '../session/limits.ts'
import {
  Blocked,
  ResponseCut,
  Finding,
  Findings,
  TargetUnavailable,
  OutOfTime,
  SetUpFailed,
  RunStopped,
  Unreachable,
} from '../session/outcomes.ts'
import { createRateLimiter, createRetry } from '../http/retry.ts'
import {
  createResidueTracker,
  type PendingCreation,
  type Ledger,
  type Residue,
  type ResidueTracker,
} from './residue.ts'
import type { Sleep } from '../session/time.ts'
import {
  sendRequest,
  describeFailure,
  wasUnsent,
  type Transport,
  type StopCondition,
} from '../http/transport.ts'
import type { Spent } from '../report/report.ts'

export type RecorderOptions = Transport & {
  readonly sleep: Sleep
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
  /** Once it aborts, the request under way is given up, and none is sent until `close`. */
  readonly stop?: AbortSignal | undefined
  /** Milliseconds until the same happens by itself. */
  readonly maxTime?: number
}

/** A lab that knows what it has cost, and what it has left on the target. */
export type Recorder = TestSession & {
  readonly spent: Spent
  readonly residue: ResidueTracker
  /** Throws once the run was stopped, or its time is over. */
  throwIfEnded(): void
  /** Whether the time of the run was over before its checks were. */
  readonly isOutOfTime: boolean
  /** Ends the judging: from here on requests are for cleaning up, which no stop prevents. */
  startCleanUp(): void
}

// Three silences in a row: the target is gone, and waiting for each check would only cost time.
const silencesUntilGone = 3

/** The one recorded way to a target. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { target, now, grace, limits = suiteLimits } = options
  const exchanges: Exchange[] = []
  const setUps = new Map<string, Promise<unknown>>()
  const end = createRunDeadline(options.stop, options.maxTime ?? defaultMaxTime, limits)
  const sleep = async (ms: number) => {
    const signal = end.signal(false)
    await Promise.race([options.sleep(ms, signal), aborted(signal)])
    end.throwIfEnded()
  }
  const budget = createTurnBudget(options.maxTurns)
  const retry = createRetry(sleep)
  const pace = createRateLimiter(options.rate, now, sleep)
  const residue = createResidueTracker(options.tag, options.ledger, options.inherited)
  const intake = createResponseBudget(limits)
  let silences = 0
  let silence = ''
  let made = 0
  let isClosing = false

  async function attempt(spec: RequestSpec, until?: StopCondition): Promise<Exchange> {
    end.throwIfEnded()
    if (silences >= silencesUntilGone)
      throw new Unreachable(`the target stopped answering: ${silence}`)
    if (!isClosing) intake.throwIfExceeded()
    rejectOversizedRequest(spec, limits)
    const expectation = residue.trackCreation(spec)
    const exchange = await answer(spec, until, expectation)
    expectation?.settle(exchange)
    const kept = intake.keep(exchange)
    exchanges.push(kept)
    if (exchange.cutReason !== undefined)
      throw new ResponseCut(`${operationOf(spec)}: ${exchange.cutReason}`, exchange)
    return exchange
  }

  async function answer(
    spec: RequestSpec,
    until?: StopCondition,
    expectation?: PendingCreation,
  ): Promise<Exchange> {
    const signal = end.signal(expectation !== undefined)
    try {
      const exchange = await sendRequest(options, spec, { until, end: signal })
      silences = 0
      return exchange
    } catch (error) {
      if (signal.aborted) throw signal.reason
      silences += 1
      silence = describeFailure(error, options.timeout)
      if (wasUnsent(error)) expectation?.cancel()
      throw new Unreachable(silence, { cause: error })
    }
  }

  async function request(
    spec: RequestSpec,
    isGuarded: boolean,
    until?: StopCondition,
  ): Promise<Exchange> {
    const exchange = await retry(async () => {
      await pace()
      return budget.spend(spec, isGuarded, () => attempt(spec, until))
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
    now,
    sleep,
    residue,
    throwIfEnded: end.throwIfEnded,
    get isOutOfTime() {
      return end.isOutOfTime
    },
    startCleanUp() {
      isClosing = true
      silences = 0
      end.startCleanUp()
    },
    get spent() {
      return budget.spent
    },
    stream: (spec, until) => request(spec, false, until),
    send: (spec) => request(spec, true, () => true),
    uniqueName: (kind) => `[conformance] ${kind} ${options.tag}-${(made += 1)}`,
    once<T>(name: string, setUp: () => Promise<T>): Promise<T> {
      const running = setUps.get(name) ?? guarded(name, setUp)
      setUps.set(name, running)
      // The clean-up may need what the stop cut short.
      running.catch((error: unknown) => isEnd(error) && setUps.delete(name))
      return running as Promise<T>
    },
  }
}

const isEnd = (error: unknown): boolean => error instanceof RunStopped || error instanceof OutOfTime

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

async function guarded<T>(name: string, setUp: () => Promise<T>): Promise<T> {
  try {
    return await setUp()
  } catch (error) {
    if (error instanceof Unreachable || isEnd(error)) throw error
    // The root of a chain of set-ups names itself, as an obstacle does; what is above adds nothing.
    if (error instanceof SetUpFailed || error instanceof TargetUnavailable) {
      throw new SetUpFailed(error.message, { cause: error })
    }
    if (!(error instanceof Finding || error instanceof Findings || error instanceof Blocked)) {
      throw error
    }
    throw new SetUpFailed(`${name}: ${error.message}`, { cause: error })
  }
}
