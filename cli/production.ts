import { productionReason } from '../contract/production.ts'
import { UsageError } from './command-line.ts'

/** Whether the user gave one of the flags that allow a command to act on production. */
export const allowsProduction = (given: {
  readonly allowProduction: boolean
  readonly iKnowThisIsProduction: boolean
}): boolean => given.allowProduction || given.iKnowThisIsProduction

/**
 * Throws `UsageError` if an address looks like production. `problem` says what the command would
 * do, and names an alternative.
 */
export function refuseProduction(baseUrl: string, problem: string): void {
  const reason = productionReason(baseUrl)
  if (reason !== undefined)
    throw new UsageError(
      `${new URL(baseUrl).host} may be production (${reason}) and ${problem}, or add --allow-production.`,
    )
}
