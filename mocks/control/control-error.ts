import { WorldError } from '../world/world-error.ts'
import { nearest } from '../../contract/nearest.ts'
import type * as z from 'zod/mini'
import { explainIssues } from '../../contract/explain-issues.ts'
import { findOversized } from '../../contract/bounded-parse.ts'

/** A call to the control API that can't be answered: a sentence that says what would be right. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

const statuses = { name: 422, taken: 409, missing: 404, full: 503, unkept: 503 } as const

/** What is thrown about a world, as the control API says it; anything else stays what it is. */
export const toControlError = (error: unknown): unknown =>
  error instanceof WorldError ? new ControlError(statuses[error.problem], error.message) : error

/** A name that is not there; says which was probably meant, and which there are. */
export function unknownNameError(
  what: string,
  name: string,
  names: readonly string[],
  status = 422,
) {
  const guess = nearest(name, names)
  const hint = guess === undefined ? '' : ` Did you mean \`${guess}\`?`
  const some = names.slice(0, 20).map((one) => `\`${one}\``)
  const more = names.length > some.length ? ` and ${names.length - some.length} more` : ''
  const known = names.length === 0 ? 'There is none.' : `There are ${some.join(', ')}${more}.`
  return new ControlError(status, `There is no ${what} \`${name}\`.${hint} ${known}`)
}

/**
 * A value as a schema reads it. Throws `ControlError` 422 that says what is wrong and at which
 * path, `place` being before it, and then `form`: what would be right.
 */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
  form: string,
  place: readonly PropertyKey[] = [],
): z.infer<Schema> {
  const oversized = findOversized(schema, given)
  if (oversized !== undefined) {
    const { path, what, most } = oversized
    throw errorAt([...place, ...path], `this ${what} has more than ${most} items`, form)
  }
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const [problem] = explainIssues(read.error.issues, given, () => 'leave it out')
  throw errorAt([...place, ...(problem?.path ?? [])], problem?.says ?? 'it can’t be read', form)
}

/** A value that is wrong at a path of what was sent. */
export function errorAt(path: readonly PropertyKey[], says: string, form = ''): ControlError {
  const where = path.length === 0 ? '' : `At \`${path.join('.')}\`: `
  const end = says.endsWith('?') ? '' : '.'
  // Where the sentence names the cure, the form would only bury it.
  const known = /did you mean|it belongs under/.test(says) ? '' : ` ${form}`
  return new ControlError(422, `${where}${says}${end}${known}`.trimEnd())
}
