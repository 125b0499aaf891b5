import type { ControlBody } from '../../contract/control/operation.ts'
import { retryAfter, WorldError } from '../world/world-error.ts'
import { nearestHint } from '../../contract/nearest.ts'
import type * as z from 'zod/mini'
import { type ExplainedIssue, explainIssues, keyHint } from '../../contract/explain-issues.ts'
import { findOversized, parseInPieces } from '../../contract/bounded-parse.ts'
import { shortenQuote } from '../../contract/shorten.ts'

/**
 * The error of the control API. Its message has the problem and the solution.
 *
 * @example
 * if (error instanceof ControlError) console.error(error.status, error.message)
 */
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

const statuses = {
  name: 422,
  taken: 409,
  missing: 404,
  full: 503,
  unkept: 503,
  moving: 503,
} as const

/** Converts a `WorldError`; returns any other error unchanged. */
export const toControlError = (error: unknown): unknown =>
  error instanceof WorldError
    ? new ControlError(statuses[error.problem], error.message, retryAfter(error))
    : error

/** Creates the error for an unknown name, with the nearest known name and all known names. */
export function unknownNameError(
  what: string,
  name: string,
  names: readonly string[],
  status = 422,
) {
  const hint = nearestHint(name, names)
  const some = names.slice(0, 20).map((one) => `\`${one}\``)
  const more = names.length > some.length ? ` and ${names.length - some.length} more` : ''
  const known = names.length === 0 ? 'None exists yet.' : `There are ${some.join(', ')}${more}.`
  return new ControlError(status, `There is no ${what} \`${shortenQuote(name)}\`.${hint} ${known}`)
}

/**
 * Parses input with a schema. Throws a `ControlError` 422. `form` is the hint at the end of the
 * message. With `isBounded: false`, for input that no client has sent, lists may have any length.
 */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  form: string,
  place: readonly PropertyKey[] = [],
  isBounded = true,
): z.infer<Schema> {
  const oversized = isBounded ? findOversized(schema, input) : undefined
  if (oversized !== undefined) {
    const { path, kind, maxItems } = oversized
    throw errorAt([...place, ...path], `this ${kind} has more than ${maxItems} items`, form)
  }
  const read = schema.safeParse(input)
  if (read.success) return read.data
  throw invalidInput(read.error.issues, schema, input, form, place)
}

function invalidInput(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodMiniType,
  input: unknown,
  form: string,
  place: readonly PropertyKey[] = [],
): ControlError {
  const problems = explainIssues(issues, input, keyHint(schema))
  const [problem] = problems
  const missing = problems.filter(({ wrong }) => wrong === 'missing')
  if (missing.length > 1 && problem?.wrong === 'missing') return missingFields(missing, place, form)
  return errorAt([...place, ...(problem?.path ?? [])], problem?.says ?? 'it can’t be read', form)
}

/**
 * Returns the body for the function of an operation. With `isLarge`, the lists of the body have no
 * maximum length. Throws a `ControlError` 422 for an invalid body.
 */
export function parseBody<Read>(
  expected: ControlBody<unknown, Read> | undefined,
  sent: unknown,
  isLarge = false,
): Read {
  // Without a schema, the function of the operation checks the body.
  if (expected?.schema === undefined) return sent as Read
  const { schema, form, isFormEnough, isOptional } = expected
  const input = isOptional ? (sent ?? {}) : sent
  if (isFormEnough && !schema.safeParse(input).success) throw new ControlError(422, form)
  if (!isLarge) return parseInput(schema, input, form)
  const read = parseInPieces(schema, input)
  if (read.issues === undefined) return read.data
  throw invalidInput(read.issues, schema, input, form)
}

/** Creates one error for all missing fields, so that a client need not find them one by one. */
function missingFields(
  missing: readonly ExplainedIssue[],
  place: readonly PropertyKey[],
  form: string,
): ControlError {
  const fields = missing
    .slice(0, 30)
    .map(({ path, says }) => `\`${[...place, ...path].join('.')}\` (${kindOf(says)})`)
  const more = missing.length > fields.length ? ` and ${missing.length - fields.length} more` : ''
  return new ControlError(422, `These fields are missing: ${fields.join(', ')}${more}. ${form}`)
}

/**
 * Extracts the expected type from a message, such as `text` from `"name" is missing; it must be
 * text`.
 */
const kindOf = (says: string) => says.replace(/^.*; (?:it must be )?/, '')

/** Creates the error for the value at a path of the input. */
export function errorAt(path: readonly PropertyKey[], says: string, form = ''): ControlError {
  const steps = path.map((step) => shortenQuote(String(step)))
  const where = path.length === 0 ? '' : `At \`${steps.join('.')}\`: `
  const end = says.endsWith('?') || says.endsWith('.') ? '' : '.'
  // No hint is added to a message that already says what to change.
  const isHint = says.includes('did you mean') || says.includes('it belongs under')
  const known = isHint ? '' : ` ${form}`
  return new ControlError(422, `${where}${says}${end}${known}`.trimEnd())
}
