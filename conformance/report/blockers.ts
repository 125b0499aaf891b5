import { isError } from '../../contract/realm-safe.ts'
import { type Exchange, operationOf } from '../session/exchange.ts'
import { Blocked } from '../session/outcomes.ts'
import { collectFindings } from './evidence.ts'

/** A check that failed, and what it threw. */
type Failure = { readonly id: string; readonly thrown: unknown }

/**
 * Finds the failed check that reports why another check is blocked: the one that the error names, or one
 * that failed on the same response, or else on the same operation with the same status.
 */
export function findBlocker(thrown: unknown, failures: readonly Failure[]): string | undefined {
  if (!(thrown instanceof Blocked)) return undefined
  const named = reportersOf(thrown)
  const reporter = failures.find(({ id }) => named.includes(id))
  if (reporter !== undefined) return reporter.id
  const [root] = collectFindings(thrown)
  const { exchange } = root ?? {}
  if (exchange === undefined) return undefined
  const failedOn = (fits: (other: Exchange) => boolean) =>
    failures.find((failure) =>
      collectFindings(failure.thrown).some((finding) => finding.exchange && fits(finding.exchange)),
    )?.id
  return (
    failedOn((other) => other === exchange) ??
    failedOn(
      ({ request, status }) =>
        status === exchange.status && operationOf(request) === operationOf(exchange.request),
    )
  )
}

function reportersOf(error: unknown): readonly string[] {
  if (!isError(error)) return []
  const own = error instanceof Blocked ? error.reportedBy : []
  return own.length > 0 ? own : reportersOf(error.cause)
}
