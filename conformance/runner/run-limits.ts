import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { isAccepted } from '../session/assertions.ts'
import { OverBudget, OutOfTime, RunStopped } from '../session/outcomes.ts'
import type { Spent } from '../report/report.ts'
import type { Limits } from '../session/limits.ts'
import { abortAfter } from '../session/time.ts'

export type TurnBudget = {
  readonly spent: Spent
  /** Sends a request and counts its cost. Rejects with `OverBudget` above the limit of turns. */
  spend(spec: RequestSpec, isGuarded: boolean, send: () => Promise<Exchange>): Promise<Exchange>
}

/** Counts requests and turns, and limits the number of turns. */
export function createTurnBudget(maxTurns = Number.POSITIVE_INFINITY): TurnBudget {
  let requests = 0
  let turns = 0
  let overBudget = false
  // On a correct server, a guarded request starts no turn. If one does, no guarded request is sent
  // beyond the limit.
  let isTrusted = true

  return {
    get spent() {
      return { requests, turns, overBudget }
    },
    async spend(spec, isGuarded, send) {
      const mayStart = startsTurn(spec)
      if (mayStart && turns >= maxTurns && !(isGuarded && isTrusted)) {
        overBudget = true
        throw new OverBudget(`the budget of ${maxTurns} turns is used up; see --max-turns`)
      }
      requests += 1
      if (!mayStart) return send()
      // A turn counts while its request is pending, and later unless a response shows that it did
      // not start.
      if (!isGuarded) turns += 1
      const exchange = await send()
      const hasBegun = isAccepted(exchange)
      if (hasBegun && isGuarded) {
        turns += 1
        isTrusted = false
      }
      if (!hasBegun && !isGuarded) turns -= 1
      return exchange
    },
  }
}

const turnPaths: ReadonlySet<string> = new Set(['/api/react', '/api/dag', '/api/auto'])

const startsTurn = ({ method, path }: RequestSpec): boolean =>
  method === 'POST' && turnPaths.has(path)

/** Ends a run and its clean-up at their time limits. */
type RunDeadline = {
  /** Throws after the run, or its clean-up, has ended. */
  throwIfEnded(): void
  /** Aborts the pending request; if it creates something, only after a short wait. */
  signal(makes: boolean): AbortSignal
  /** Later requests belong to the clean-up, which has its own time limit. */
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
  const ended = new AbortController()
  const answered = new AbortController()
  let cleanUp: AbortController | undefined
  let isOutOfTime = false
  const end = (why: Error) => {
    if (cleanUp !== undefined || ended.signal.aborted) return
    isOutOfTime = why instanceof OutOfTime
    ended.abort(why)
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
      const signal = cleanUp ? cleanUp.signal : ended.signal
      if (signal.aborted) throw signal.reason
    },
    signal: (makes) => (cleanUp ? cleanUp.signal : makes ? answered.signal : ended.signal),
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
