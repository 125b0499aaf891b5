import type { Exchange } from './exchange.ts'
import { maxFinding } from './limits.ts'

/** A violation of a rule. The level of the check decides whether it fails, warns or is only reported. */
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

// A real copy, because V8 keeps the whole original text in memory behind a plain slice.
const truncate = (text: string): string =>
  text.length <= maxFinding ? text : ` ${text.slice(0, maxFinding)}`.slice(1)

/** Several violations of one rule, reported together. */
export class Findings extends Error {
  override readonly name = 'Findings'
  readonly all: readonly Finding[]

  constructor(all: readonly Finding[]) {
    const groups = Map.groupBy(all, ({ expected }) => expected)
    super([...groups].slice(0, maxListed).map(listFindings).join('; '))
    this.all = all
  }
}

// A report shows only the beginning of the message.
const maxListed = 20
const maxValues = 3

/** States the expectation once, with the first values that came instead. */
function listFindings([expected, group]: readonly [string, readonly Finding[]]): string {
  const values = [...new Set(group.map(({ got }) => got))]
  const shown = values.slice(0, maxValues).join(', ')
  const others = values.length > maxValues ? ` and ${values.length - maxValues} other values` : ''
  const times = group.length > 1 ? ` (${group.length} times)` : ''
  return `expected ${expected}, got ${shown}${others}${times}`
}

/** The check ran, but its result proves nothing, mostly because its positive control failed. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive'
}

/** The check does not apply to this target. */
export class Skipped extends Error {
  override readonly name: string = 'Skipped'
}

/** The check would have started more turns than the run may. */
export class OverBudget extends Skipped {
  override readonly name = 'OverBudget'
}

/** The run reached its time limit before this check. */
export class OutOfTime extends Skipped {
  override readonly name = 'OutOfTime'
}

/** Something other than the checked rule prevented the check: a limit, maintenance, a second factor. */
export class Blocked extends Error {
  override readonly name: string = 'Blocked'
  /** The checks that report the cause, if they fail. */
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

/** The target was too busy, or a gateway responded in its place; names the operation and the status. */
export class TargetUnavailable extends Blocked {
  override readonly name: string = 'Obstructed'
}

/** The response exceeded a limit of the suite and was cut. */
export class ResponseCut extends TargetUnavailable {
  override readonly name = 'CutShort'
  /** The exchange without its body; status and headers are known. */
  readonly exchange: Exchange

  constructor(message: string, exchange: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

/** No response at all: connection refused, host name not resolved, or timeout. */
export class Unreachable extends Blocked {
  override readonly name = 'Unreachable'
}

/** The run was stopped before this request. */
export class RunStopped extends Blocked {
  override readonly name = 'Stopped'
}

/** A shared set-up failed; `cause` is the original error. */
export class SetUpFailed extends Blocked {
  override readonly name = 'SetUpFailed'
}
