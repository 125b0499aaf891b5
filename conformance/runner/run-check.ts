import { isError } from '../../contract/realm-safe.ts'
import { type Check, statementOf } from '../session/check.ts'
import {
  collectEvidence,
  collectFindings,
  findBlocker,
  maskObservation,
  quoteMasked,
} from '../report/evidence.ts'
import { formatValue } from '../session/json.ts'
import type { Mask } from '../report/mask.ts'
import { mutantCommand } from '../mutants/all-mutants.ts'
import { Blocked, Finding, Findings, Inconclusive, Skipped } from '../session/outcomes.ts'
import type { Result, Verdict } from '../report/report.ts'

/** The result or the error of a check. */
export type CheckOutcome = {
  readonly check: Check
  readonly verdict: Verdict
  readonly returned?: unknown
  readonly thrown?: unknown
  /** Milliseconds that the check took, if they were measured. */
  readonly ms?: number
}

/** Runs a check. An error that it throws becomes its verdict and does not affect other checks. */
export async function runCheck(check: Check, run: () => Promise<unknown>): Promise<CheckOutcome> {
  try {
    const verdict = check.level === 'observe' ? 'observed' : 'pass'
    return { check, verdict, returned: await run() }
  } catch (thrown) {
    return { check, verdict: verdictOf(check, thrown), thrown }
  }
}

function verdictOf(check: Check, thrown: unknown): Verdict {
  if (thrown instanceof Finding || thrown instanceof Findings) return violationVerdicts[check.level]
  if (thrown instanceof Skipped) return 'skipped'
  if (thrown instanceof Blocked) return 'blocked'
  return thrown instanceof Inconclusive ? 'inconclusive' : 'error'
}

const violationVerdicts = { must: 'fail', should: 'warn', observe: 'observed' } as const

/**
 * Formats an outcome for a report. Called at the end of a run, when all its secrets and `failures` are
 * known.
 */
export function toResult(
  { check, verdict, returned, thrown, ms }: CheckOutcome,
  mask: Mask,
  failures: readonly CheckOutcome[] = [],
): Result {
  const { id, level, rule } = check
  const { clause, says } = statementOf(rule)
  const message = thrown === undefined ? observed(returned) : reason(thrown, verdict)
  const blockedBy = findBlocker(
    thrown,
    failures.map((failure) => ({ id: failure.check.id, thrown: failure.thrown })),
  )
  const command =
    verdict === 'fail' ? mutantCommand(id, collectFindings(thrown)[0]?.got) : undefined
  const seen = returned === undefined ? {} : { observation: maskObservation(returned, mask) }
  return {
    id,
    level,
    clause,
    rule,
    says,
    verdict,
    message: quoteMasked(message, mask.withForms, verdict === 'blocked' ? maxReason : undefined),
    ...(ms === undefined ? {} : { ms: Math.round(ms) }),
    instances: thrown instanceof Blocked ? 0 : collectFindings(thrown).length,
    ...seen,
    evidence: collectEvidence(thrown, mask),
    ...(command === undefined ? {} : { onPurpose: command }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
  }
}

// The evidence has the whole response.
const maxReason = 240

const observed = (returned: unknown): string =>
  returned === undefined ? '' : formatValue(returned)

function reason(thrown: unknown, verdict: Verdict): string {
  if (!isError(thrown)) return String(thrown)
  return verdict === 'error' ? (thrown.stack ?? thrown.message) : thrown.message
}
