import { productionReason } from '../contract/production.ts'
import { type Flags, UsageError } from './command-line.ts'

/** The flags with which a user allows a command to act on production. */
export const productionFlags = (action: string) =>
  ({
    'allow-production': { help: `${action} although the address looks like production` },
    'i-know-this-is-production': { help: 'the old name of --allow-production' },
  }) as const satisfies Flags

type ProductionValues = {
  readonly [Name in keyof ReturnType<typeof productionFlags>]: boolean
}

export const allowsProduction = (given: ProductionValues): boolean =>
  given['allow-production'] || given['i-know-this-is-production']

/**
 * Throws `UsageError` if an address looks like production. `problem` says what the command would do,
 * and which other way there is.
 */
export function refuseProduction(baseUrl: string, problem: string): void {
  const reason = productionReason(baseUrl)
  if (reason !== undefined)
    throw new UsageError(
      `${new URL(baseUrl).host} may be production (${reason}) and ${problem}, or add --allow-production.`,
    )
}
