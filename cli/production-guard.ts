import type { Plan } from '../conformance/session/check.ts'
import { productionReason } from '../conformance/runner/production.ts'
import { UsageError } from './usage.ts'

/**
 * Throws `UsageError` where a plan that writes is pointed at what looks like production, unless the
 * user said that they know. `smoke` only reads.
 */
export function refuseProduction(baseUrl: string, plan: Plan, isKnown: boolean): void {
  const sign = plan === 'smoke' || isKnown ? undefined : productionReason(baseUrl)
  if (sign === undefined) return
  throw new UsageError(
    `${new URL(baseUrl).host} may be production (${sign}) and plan ${plan} writes: take --plan smoke, or --i-know-this-is-production.`,
  )
}
