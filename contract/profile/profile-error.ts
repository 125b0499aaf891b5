import { isObject } from '../json.ts'
import { nearestHint } from '../nearest.ts'
import { shortenQuote } from '../shorten.ts'
import { type OperationId, operationIds, operations } from '../operations.ts'

/**
 * An invalid profile. The message names the problem and the allowed values; `path` is the position.
 *
 * @example
 * if (error instanceof ProfileError) console.error(error.path.join('.'), error.message)
 */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
  readonly path: readonly string[]
  /** Which part is wrong: the last key of the path, or its value. */
  readonly part: 'key' | 'value'

  constructor(path: readonly string[], message: string, part: 'key' | 'value' = 'value') {
    super(message)
    this.path = path
    this.part = part
  }
}

/** A problem of a profile that was read without an error: its position, and what to change. */
export type ProfileProblem = {
  readonly path: readonly string[]
  readonly part?: 'key' | 'value'
  readonly says: string
}

export const quote = (word: string) => `\`${word}\``

/** Writes the error text for an unknown word. The text names the nearest and all allowed words. */
export function unknownWord(wordKind: string, word: string, allowed: readonly string[]): string {
  const hint = nearestHint(word, allowed)
  return `Unknown ${wordKind} ${quote(shortenQuote(word))}.${hint} Allowed: ${allowed.map(quote).join(', ')}`
}

/** Returns the operation with a name such as `GET /api/agents`. Throws `ProfileError`. */
export function operationNamed(operation: string, where: readonly string[]): OperationId {
  const names = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
  const found = operationIds[names.indexOf(operation)]
  if (found === undefined)
    throw new ProfileError(where, unknownWord('operation', operation, names), 'key')
  return found
}

/** Throws `ProfileError` unless the value is an object. */
export function asObject(value: unknown, path: readonly string[], expected: string) {
  if (!isObject(value))
    throw new ProfileError(
      path,
      `${expected}, not ${shortenQuote(JSON.stringify(value) ?? String(value))}`,
    )
  return value
}
