import { formatCount } from '../../../contract/format-count.ts'
import type * as z from 'zod/mini'
import { jsonLength } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Oversized } from '../../../contract/bounded-parse.ts'
import type { InputProblem } from '../../world/api-error.ts'

/** Converts a schema issue to a problem of the validation body, in the words of Pydantic (2.4). */
export function toProblem(issue: z.core.$ZodIssue, given: unknown, place: string): InputProblem {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  const loc = [place, ...path]
  const { parent, value, present } = valueAtPath(given, path)
  if (!present) return { loc, msg: 'Field required', type: 'missing', input: echoOf(parent) }
  return { loc, input: echoOf(value), ...describeIssue(issueWithoutNull(issue), value, loc) }
}

/** Creates the problem for a list or a map that is too long to be validated. */
export const toSizeProblem = (
  { path, kind, maxItems }: Oversized,
  place: string,
): InputProblem => ({
  loc: [place, ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
  input: null,
  ...lengthProblem(kind === 'list' ? 'List' : 'Dictionary', 'item', 'too', 'most', maxItems),
})

/**
 * Returns the `input` of a problem: `null` if the value is long, so that a response is not larger
 * than its request.
 */
const echoOf = (value: unknown): unknown =>
  jsonLength(value ?? null, ownLimits.echoedInput) <= ownLimits.echoedInput ? (value ?? null) : null

/** For a value that may be `null` or of another type, returns the issue about the other type. */
function issueWithoutNull(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length !== 2) return issue
  const [[first] = [], [second] = []] = issue.errors
  return first !== undefined && second?.code === 'invalid_type' && second.expected === 'null'
    ? first
    : issue
}

type ProblemText = Pick<InputProblem, 'msg' | 'type' | 'ctx' | 'exact'>

function describeIssue(
  issue: z.core.$ZodIssue,
  value: unknown,
  loc: readonly (string | number)[],
): ProblemText {
  switch (issue.code) {
    case 'invalid_type':
      return typeProblem(issue.expected, value)
    case 'too_small':
      return limitProblem(issue.origin, 'least', Number(issue.minimum), value)
    case 'too_big':
      return limitProblem(issue.origin, 'most', Number(issue.maximum), value)
    case 'invalid_value':
      return optionProblem(issue.values.map(String), loc)
    case 'invalid_format':
      if (issue.format === 'guid') return invalidProblem('UUID', 'uuid_parsing')
      if (issue.format === 'date') return invalidProblem('date', 'date_from_datetime_parsing')
      return { msg: 'Input should be a valid ISO 8601 date-time', type: 'datetime_parsing' }
    case 'custom': {
      const { message: error, params: { pattern } = {} } = issue
      if (typeof pattern === 'string') return patternProblem(pattern)
      const exact = { msg: `Value error, ${error}`, ctx: { error } }
      return { msg: error, type: 'value_error', exact }
    }
    default:
      return { msg: 'Input is not valid', type: 'value_error' }
  }
}

/** Fields and parameters with fixed options. A wrong value is reported as a pattern mismatch. */
const patternFields: ReadonlySet<string> = new Set([
  'body.default_exec_mode',
  'body.driver',
  'body.preferred_language',
  'body.role',
  'body.type',
  'query.status',
])

function optionProblem(options: readonly string[], loc: readonly (string | number)[]): ProblemText {
  const [place] = loc
  const quoted = options.map((option) => `'${option}'`)
  const expected = quoted.join(', ')
  const ours = { msg: `Input should be ${expected}`, type: 'enum', ctx: { expected } }
  if (patternFields.has(`${place}.${loc.at(-1)}`))
    return { ...ours, exact: patternProblem(`^(${options.join('|')})$`) }
  const last = quoted.at(-1) ?? ''
  const either = quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${last}` : last
  const type = place === 'body' ? 'literal_error' : 'enum'
  return { ...ours, exact: { type, msg: `Input should be ${either}`, ctx: { expected: either } } }
}

const patternProblem = (pattern: string): ProblemText => ({
  msg: `String should match pattern '${pattern}'`,
  type: 'string_pattern_mismatch',
  ctx: { pattern },
})

function typeProblem(expected: string, value: unknown): ProblemText {
  switch (expected) {
    case 'string':
      return invalidProblem('string', 'string_type')
    case 'boolean':
      return typeof value === 'string'
        ? invalidProblem('boolean, unable to interpret input', 'bool_parsing')
        : invalidProblem('boolean', 'bool_type')
    case 'int':
    case 'number':
      return integerProblem(value)
    case 'array':
      return invalidProblem('list', 'list_type')
    default:
      return invalidProblem('dictionary', 'dict_type')
  }
}

function integerProblem(value: unknown): ProblemText {
  if (typeof value === 'string')
    return invalidProblem('integer, unable to parse string as an integer', 'int_parsing')
  return typeof value === 'number'
    ? invalidProblem('integer, got a number with a fractional part', 'int_from_float')
    : invalidProblem('integer', 'int_type')
}

const invalidProblem = (expected: string, type: string): ProblemText => ({
  msg: `Input should be a valid ${expected}`,
  type,
})

function limitProblem(
  origin: string,
  side: 'least' | 'most',
  bound: number,
  value: unknown,
): ProblemText {
  if (origin === 'string') return lengthProblem('String', 'character', 'string_too', side, bound)
  if (origin === 'array') {
    const ours = lengthProblem('List', 'item', 'too', side, bound)
    const actual_length = Array.isArray(value) ? value.length : 0
    const msg = `${ours.msg} after validation, not ${actual_length}`
    return { ...ours, exact: { msg, ctx: { field_type: 'List', ...ours.ctx, actual_length } } }
  }
  const word = side === 'least' ? 'greater' : 'less'
  return {
    msg: `Input should be ${word} than or equal to ${bound}`,
    type: `${word}_than_equal`,
    ctx: { [side === 'least' ? 'ge' : 'le']: bound },
  }
}

function lengthProblem(
  what: string,
  unit: string,
  type: string,
  side: 'least' | 'most',
  bound: number,
): ProblemText {
  const short = side === 'least'
  return {
    msg: `${what} should have at ${side} ${formatCount(bound, unit)}`,
    type: `${type}_${short ? 'short' : 'long'}`,
    ctx: { [short ? 'min_length' : 'max_length']: bound },
  }
}

/**
 * Returns the value at a path of the raw input, because a schema issue does not contain the value.
 */
function valueAtPath(given: unknown, path: readonly (string | number)[]) {
  let parent: unknown
  let value = given
  let present = given !== undefined
  for (const part of path) {
    parent = value
    present = typeof parent === 'object' && parent !== null && part in parent
    value = present ? (parent as Record<string | number, unknown>)[part] : undefined
  }
  return { parent, value, present }
}
