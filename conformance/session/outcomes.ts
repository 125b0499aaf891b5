import type { Exchange } from './exchange.ts'
import { maxFinding } from './limits.ts'

/** Thrown for a violation of a rule. The level of the check decides if the check fails or warns. */
export class Finding extends Error {
  override readonly name = 'Finding'
  readonly expected: string
  readonly got: string
  readonly exchange: Exchange | undefined

  constructor(expected: string, got: string, exchange?: Exchange) {
    const [wanted, found] = [truncate(expected), truncate(got)]
    super(`expected ${wanted}, got ${found}`)
    this.expected = wanted
    this.got = found
    this.exchange = exchange
  }
}

// Copies the text: a `slice` alone would keep the whole original text in memory (V8).
const truncate = (text: string): string =>
  text.length <= maxFinding ? text : ` ${text.slice(0, maxFinding)}`.slice(1)

/** Thrown for several violations of one rule, which are reported together. */
export class Findings extends Error {
  override readonly name = 'Findings'
  readonly all: readonly Finding[]

  constructor(all: readonly Finding[]) {
    const groups = Map.groupBy(all, ({ expected }) => expected)
    super([...groups].slice(0, maxListed).map(listFindings).join('; '))
    this.all = all
  }
}

// Maximum number of expectations in the message, of which a report shows only the beginning.
const maxListed = 20
const maxValues = 3

/** Formats findings with one expectation: the expectation, then the first actual values. */
function listFindings([expected, group]: readonly [string, readonly Finding[]]): string {
  const values = [...new Set(group.map(({ got }) => got))]
  const shown = values.slice(0, maxValues).join(', ')
  const others = values.length > maxValues ? ` and ${values.length - maxValues} other values` : ''
  const times = group.length > 1 ? ` (${group.length} times)` : ''
  return `expected ${expected}, got ${shown}${others}${times}`
}

/** Thrown if a check ran without a usable result, mostly because its positive control failed. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive'
}

/** Thrown if a check does not apply to this target. */
export class Skipped extends Error {
  override readonly name: string = 'Skipped'
}

/** Thrown if a check needs more turns than the run may start. */
export class OverBudget extends Skipped {
  override readonly name = 'OverBudget'
}

/** Thrown if the run reached its time limit before this check. */
export class OutOfTime extends Skipped {
  override readonly name = 'OutOfTime'
}

/** Thrown if a check cannot run, such as after a failed set-up or during maintenance. */
export class Blocked extends Error {
  override readonly name: string = 'Blocked'
  /** The ids of the checks that report the cause, if they fail. */
  readonly reportedBy: readonly string[]

  constructor(
    message: string,
    {
      reportedBy = [],
      ...options
    }: ErrorOptions & { readonly reportedBy?: readonly string[] } = {},
  ) {
    super(message, options)
    this.reportedBy = reportedBy
  }
}

/** Thrown if the target was too busy, or if a gateway responded instead of the target. */
export class TargetUnavailable extends Blocked {
  override readonly name: string = 'Obstructed'
}

/** Thrown if a response exceeded a limit of the suite and was cut. */
export class ResponseCut extends TargetUnavailable {
  override readonly name = 'CutShort'
  /** The exchange without its body; status and headers are known. */
  readonly exchange: Exchange

  constructor(message: string, exchange: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

/** Thrown if no response arrived: connection refused, host name not resolved, or timeout. */
export class Unreachable extends Blocked {
  override readonly name = 'Unreachable'
}

/** Thrown by requests after the run was stopped. */
export class RunStopped extends Blocked {
  override readonly name = 'Stopped'
}

/** Thrown if a shared set-up failed; `cause` is the original error. */
export class SetUpFailed extends Blocked {
  override readonly name = 'SetUpFailed'
}
