import type { Exchange } from './exchange.ts'
import { longestFinding } from './limits.ts'

/** A promise that the target broke. The level of the check decides if it fails, warns or is noted. */
export class Finding extends Error {
  override readonly name = 'Finding'
  readonly expected: string
  readonly got: string
  readonly exchange: Exchange | undefined

  constructor(expected: string, got: string, exchange?: Exchange) {
    const [wanted, found] = [beginning(expected), beginning(got)]
    super(`expected ${wanted}, got ${found}`)
    this.expected = wanted
    this.got = found
    this.exchange = exchange
  }
}

// A plain slice would keep the whole text in memory behind it.
const beginning = (text: string): string =>
  text.length <= longestFinding ? text : ` ${text.slice(0, longestFinding)}`.slice(1)

/** Several instances of one rule that broke it, all of them reported. */
export class Findings extends Error {
  override readonly name = 'Findings'
  readonly all: readonly Finding[]

  constructor(all: readonly Finding[]) {
    super(
      all
        .slice(0, mostTold)
        .map((finding) => finding.message)
        .join('; '),
    )
    this.all = all
  }
}

// A report shows the beginning of the first ones.
const mostTold = 20

/** The check ran but its answer proves nothing, mostly because its positive control failed. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive'
}

/** The check does not apply to this target. */
export class Skipped extends Error {
  override readonly name: string = 'Skipped'
}

/** It would have started a turn more than the run may. */
export class OverBudget extends Skipped {
  override readonly name = 'OverBudget'
}

/** The time of the run was over before it. */
export class OutOfTime extends Skipped {
  override readonly name = 'OutOfTime'
}

/** Something outside the judged rule was in the way: a limit, maintenance, a second factor. */
export class Blocked extends Error {
  override readonly name: string = 'Blocked'
}

/** The target was too busy, or a gateway answered in its place: named by operation and status. */
export class TargetUnavailable extends Blocked {
  override readonly name: string = 'Obstructed'
}

/** The target sent more than the suite reads, so that its answer was cut. */
export class AnswerCut extends TargetUnavailable {
  override readonly name = 'CutShort'
  /** The exchange without its body: the status is known. */
  readonly exchange: Exchange

  constructor(message: string, exchange: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

/** No answer came at all: refused, unresolved, or out of time. */
export class Unreachable extends Blocked {
  override readonly name = 'Unreachable'
}

/** The run was told to stop before this request. */
export class RunStopped extends Blocked {
  override readonly name = 'Stopped'
}

/** A shared set-up failed; `cause` is what it threw. */
export class SetUpFailed extends Blocked {
  override readonly name = 'SetUpFailed'
}
