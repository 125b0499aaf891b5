import {
  type Exchange,
  type RequestSpec,
  startsEvaluation,
  startsTurn,
} from '../session/exchange.ts'
import { isAccepted } from '../session/assertions.ts'
import { OverBudget, OutOfTime, RunStopped, Unreachable } from '../session/outcomes.ts'
import { wasUnsent } from '../http/transport.ts'
import { formatCount } from '../../contract/format-count.ts'
import type { Spent } from '../report/report.ts'
import type { Limits } from '../session/limits.ts'
import { abortAfter } from '../session/time.ts'

export type TurnBudget = {
  readonly spent: Pick<Spent, 'requests' | 'turns' | 'unexpectedTurns' | 'overBudget'>
  /**
   * Sends a request and counts its cost. `mustRefuse` is true if a correct target refuses the
   * request, so that it starts no turn. If the turn would exceed the limit, rejects with
   * `OverBudget` and sends nothing.
   */
  spend(spec: RequestSpec, mustRefuse: boolean, send: () => Promise<Exchange>): Promise<Exchange>
}

/**
 * Counts requests and turns, and limits the number of turns. `planned` is the number of turns that
 * the run starts on purpose.
 */
export function createTurnBudget(maxTurns = Number.POSITIVE_INFINITY, planned = 0): TurnBudget {
  let requests = 0
  let turns = 0
  let unexpectedTurns = 0
  let overBudget = false
  const rejectOverBudget = (mustRefuse: boolean) => {
    // If the target has already started an unexpected turn, this request may start one, too. Enough
    // turns must be left for the checks that need them.
    const reserved = mustRefuse && unexpectedTurns > 0 ? planned - (turns - unexpectedTurns) : 0
    if (turns + Math.max(0, reserved) < maxTurns) return
    overBudget = true
    throw new OverBudget(
      mustRefuse
        ? `a target that does not refuse its request would start a turn, and --max-turns ${maxTurns} allows no more`
        : `the budget of ${formatCount(maxTurns, 'turn')} is used up; see --max-turns`,
    )
  }

  return {
    get spent() {
      return { requests, turns, unexpectedTurns, overBudget }
    },
    async spend(spec, isExpectedRefused, send) {
      const isEvaluation = startsEvaluation(spec)
      const mustRefuse = isExpectedRefused && !isEvaluation
      if (!startsTurn(spec) && !isEvaluation) {
        requests += 1
        return send()
      }
      rejectOverBudget(mustRefuse)
      requests += 1
      // The turn counts as soon as the request is sent. The turn is subtracted only if it is
      // certain that no turn started.
      const count = (change: 1 | -1) => {
        turns += change
        if (mustRefuse) unexpectedTurns += change
      }
      count(1)
      try {
        const exchange = await send()
        if (!isAccepted(exchange)) count(-1)
        return exchange
      } catch (error) {
        if (error instanceof Unreachable && wasUnsent(error.cause)) count(-1)
        throw error
      }
    },
  }
}

/** Ends a run and its clean-up at their time limits. */
type RunDeadline = {
  /** Throws if the run was stopped, or if the run or the clean-up has reached its time limit. */
  throwIfEnded(): void
  /**
   * Returns a signal that aborts a request. A request that creates a record (`makes`) gets more
   * time.
   */
  signal(makes: boolean): AbortSignal
  /** Starts the clean-up, which has its own time limit. */
  startCleanUp(): void
  /** Whether the run itself reached its time limit. */
  readonly isOutOfTime: boolean
}

/** Ends a run when its user stops it, or after `maxTime` milliseconds. */
export function createRunDeadline(
  stop: AbortSignal | undefined,
  maxTime: number,
  limits: Limits,
): RunDeadline {
  const timer = abortAfter(maxTime, () => new OutOfTime(outOfTime(maxTime)))
  const endController = new AbortController()
  const answered = new AbortController()
  let cleanUp: AbortController | undefined
  let isOutOfTime = false
  const end = (why: Error) => {
    if (cleanUp !== undefined || endController.signal.aborted) return
    isOutOfTime = why instanceof OutOfTime
    endController.abort(why)
    const last = abortAfter(limits.stopGrace, () => why)
    last.signal.addEventListener('abort', () => answered.abort(why), { once: true })
  }
  const onStop = () => end(new RunStopped('the run was stopped'))
  const onTime = () => end(timer.signal.reason as Error)
  if (stop?.aborted) onStop()
  stop?.addEventListener('abort', onStop, { once: true })
  timer.signal.addEventListener('abort', onTime, { once: true })

  return {
    throwIfEnded() {
      const signal = cleanUp ? cleanUp.signal : endController.signal
      if (signal.aborted) throw signal.reason
    },
    signal: (makes) => (cleanUp ? cleanUp.signal : makes ? answered.signal : endController.signal),
    startCleanUp() {
      if (cleanUp !== undefined) return
      const seconds = limits.cleanUp / 1000
      cleanUp = abortAfter(
        limits.cleanUp,
        () => new RunStopped(`the clean-up reached its time limit of ${seconds} s`),
      )
      stop?.removeEventListener('abort', onStop)
      timer.abort()
    },
    get isOutOfTime() {
      return isOutOfTime
    },
  }
}

const outOfTime = (maxTime: number): string =>
  `the run reached its time limit of ${maxTime / 1000} s; see --max-time`
