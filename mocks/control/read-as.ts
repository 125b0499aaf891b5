import type * as z from 'zod/mini'
import { explainIssues } from '../../contract/explain-issues.ts'
import { findOversized } from '../../contract/bounded-parse.ts'
import { ControlError } from './control-error.ts'

/**
 * A value as a schema reads it. Throws `ControlError` 422 that says what is wrong and at which
 * path, `place` being before it, and then `form`: what would be right.
 */
export function readAs<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: unknown,
  form: string,
  place: readonly PropertyKey[] = [],
): z.infer<Schema> {
  const oversized = findOversized(schema, given)
  if (oversized !== undefined) {
    const { path, what, most } = oversized
    throw wrongAt([...place, ...path], `this ${what} has more than ${most} items`, form)
  }
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const [problem] = explainIssues(read.error.issues, given, () => 'leave it out')
  throw wrongAt([...place, ...(problem?.path ?? [])], problem?.says ?? 'it can’t be read', form)
}

/** A value that is wrong at a path of what was sent. */
export function wrongAt(path: readonly PropertyKey[], says: string, form = ''): ControlError {
  const where = path.length === 0 ? '' : `At \`${path.join('.')}\`: `
  const end = says.endsWith('?') ? '' : '.'
  // Where the sentence names the cure, the form would only bury it.
  const known = /did you mean|it stands under/.test(says) ? '' : ` ${form}`
  return new ControlError(422, `${where}${says}${end}${known}`.trimEnd())
}
