import { ownLimits } from '../../contract/limits.ts'

/** Thrown if a world can't be created or used. The message has the reason and the solution. */
export class WorldError extends Error {
  override readonly name = 'WorldError'
  readonly problem: 'name' | 'taken' | 'missing' | 'full' | 'unkept' | 'moving'

  constructor(problem: WorldError['problem'], message: string) {
    super(message)
    this.problem = problem
  }
}

/** Returns the headers of a response to this error, in addition to those of every response. */
export const retryAfter = ({ problem }: WorldError): Record<string, string> =>
  problem === 'moving' ? { 'retry-after': String(ownLimits.worldMove.retrySeconds) } : {}

/** Throws `WorldError` if a text can't be the name of a world. */
export function requireValidName(name: string): void {
  if (
    name.length === 0 ||
    name.length > ownLimits.worldName ||
    /^\.\.?$|[\p{Cc}\p{Cs}]/u.test(name)
  )
    throw new WorldError(
      'name',
      `The name of a world must have 1 to ${ownLimits.worldName} characters and no control characters, and must not be \`.\` or \`..\`.`,
    )
}
