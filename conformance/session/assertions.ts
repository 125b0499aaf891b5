import * as z from 'zod/mini'
import type { Exchange } from './exchange.ts'
import { formatValue, member, valueAt } from './json.ts'
import { Blocked, Finding, Findings, Inconclusive, SetUpFailed, Skipped } from './outcomes.ts'
import type { TestSession } from './test-session.ts'

type Schema = z.ZodMiniType

/** Assertions of checks. Each throws a `Finding`; the check's level decides how severe it is. */
export const assert = {
  /** Asserts that the response has one of these statuses. */
  status(exchange: Exchange, ...wanted: readonly number[]): void {
    const expected = `status ${wanted.join(' or ')}`
    assert.holds(wanted.includes(exchange.status), expected, `status ${exchange.status}`, exchange)
  },

  /** Asserts that the response has a 2xx status. */
  accepted(exchange: Exchange): void {
    assert.holds(isAccepted(exchange), 'a 2xx status', `status ${exchange.status}`, exchange)
  },

  /** Asserts any 4xx status, for refusals without a status in the specification. */
  refused(exchange: Exchange): void {
    assert.holds(isRefusal(exchange), 'a 4xx refusal', `status ${exchange.status}`, exchange)
  },

  /** Asserts that the error has one of these codes. An error without a code blocks the check. */
  code(exchange: Exchange, ...wanted: readonly string[]): void {
    const code = errorCode(exchange)
    if (code === undefined) {
      const reportedBy = ['errors.error-is-a-code']
      throw new Blocked('the error body has no code', { reportedBy })
    }
    assert.holds(wanted.includes(code), `code ${wanted.join(' or ')}`, `code ${code}`, exchange)
  },

  equal(got: unknown, wanted: unknown, exchange?: Exchange, what = 'value'): void {
    const isSame = JSON.stringify(got) === JSON.stringify(wanted)
    assert.holds(isSame, `${what} ${formatValue(wanted)}`, formatValue(got), exchange)
  },

  /** Asserts that the value matches a schema. `what` is the name of the value in the finding. */
  matches(schema: Schema, value: unknown, exchange?: Exchange, what = wholeBody): void {
    const issue = schema.safeParse(firstItems(value)).error?.issues[0]
    if (issue === undefined) return
    const path = issue.path.map(String)
    const place = (what === wholeBody && path.length > 0 ? path : [what, ...path]).join('.')
    const got = valueAt(value, issue.path)
    const length =
      typeof got === 'string' && issue.code.startsWith('too_') ? ` (${got.length} characters)` : ''
    throw new Finding(
      `${place} to be ${describeSchema(schema, issue.path)}`,
      formatValue(got) + length,
      exchange,
    )
  },

  holds(condition: boolean, expected: string, got: string, exchange?: Exchange): void {
    if (!condition) throw new Finding(expected, got, exchange)
  },

  /** Awaits a set-up that the check itself tests: a finding of the set-up fails the check. */
  async setUpSucceeds<T>(setUp: Promise<T>): Promise<T> {
    try {
      return await setUp
    } catch (error) {
      throw error instanceof SetUpFailed ? error.cause : error
    }
  },
}

const wholeBody = 'the body'

// Maximum number of items to validate. The first invalid item is enough for a finding.
const maxItems = 1000

const firstItems = (value: unknown): unknown =>
  Array.isArray(value) && value.length > maxItems ? value.slice(0, maxItems) : value

// Maximum number of findings of a check. A target may cause hundreds of thousands.
const maxFindings = 1000

/** Throws `Skipped`, which ends the check because it does not apply to this target. */
export function skip(reason: string): never {
  throw new Skipped(reason)
}

/** Throws `Inconclusive` with this reason if the positive control of a check failed. */
export function requireBaseline(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Inconclusive(reason)
}

/** Checks all instances of a rule. Throws all findings together, else the first undecided error. */
export async function checkEach<T>(
  instances: Iterable<T>,
  check: (instance: T) => unknown,
): Promise<readonly unknown[]> {
  const results: unknown[] = []
  const findings: Finding[] = []
  const undecided: Error[] = []
  for (const instance of instances) {
    if (findings.length >= maxFindings) break
    try {
      results.push(await check(instance))
    } catch (error) {
      if (error instanceof Finding) findings.push(error)
      else if (error instanceof Findings) findings.push(...error.all)
      else if (isUndecided(error)) undecided.push(error)
      else throw error
    }
  }
  if (findings.length > 0) throw new Findings(findings)
  const unclear = undecided.find((outcome) => !(outcome instanceof Skipped))
  if (unclear) throw unclear
  if (results.length === 0) throw undecided[0] ?? new Skipped('there was nothing to check')
  return results
}

/** Whether an error leaves a check undecided. Other errors are violations or bugs of the suite. */
export const isUndecided = (error: unknown): error is Error =>
  error instanceof Blocked || error instanceof Inconclusive || error instanceof Skipped

export const isAccepted = (exchange: Exchange): boolean =>
  exchange.status >= 200 && exchange.status < 300

export const isRefusal = (exchange: Exchange): boolean =>
  exchange.status >= 400 && exchange.status < 500

/**
 * The error code of a response, from `error`, `error_code` or `code`. Another check reports a code
 * that is not in `error`.
 */
export function errorCode({ json }: Exchange): string | undefined {
  const places = [member(json, 'error'), member(json, 'error_code'), member(json, 'code')]
  return places.find((code) => typeof code === 'string' && code !== '')?.toString()
}

/** How long `pollUntil` waits for an effect, such as a changed list item. */
export type Patience = {
  /** The time of the cause, from `session.now()`; by default the start of the polling. */
  readonly since?: number
  /** The maximum delay of the effect in milliseconds; `session.grace` by default. */
  readonly ms?: number
  /**
   * The name of an effect for which several checks wait, such as `a new key is accepted`. If the
   * effect did not occur in time once, later checks do not wait for it.
   */
  readonly effect?: string | undefined
  /** The first pause between two requests in milliseconds, which grows to a second. */
  readonly pause?: number
}

/**
 * Repeats a request until `settled` accepts the response, or the time is over. For effects that may
 * be delayed, for example by a cache. Returns the last response, and the delay in milliseconds.
 */
export async function pollUntil(
  session: TestSession,
  request: () => Promise<Exchange>,
  settled: (exchange: Exchange) => boolean,
  { since, ms = session.grace, effect, pause: first = 25 }: Patience = {},
): Promise<{ readonly exchange: Exchange; readonly settled: boolean; readonly delay: number }> {
  const start = session.now()
  const isMissing = effect !== undefined && session.effects.get(effect) === 'missing'
  const end = isMissing ? start : (since ?? start) + ms
  for (let pause = first; ; pause = Math.max(first, Math.min(pause * 2, 1000))) {
    const exchange = await request()
    const isSettled = settled(exchange)
    if (isSettled || session.now() + pause > end) {
      if (effect !== undefined && (isSettled || !session.effects.has(effect)))
        session.effects.set(effect, isSettled ? 'shown' : 'missing')
      return { exchange, settled: isSettled, delay: session.now() - start }
    }
    await session.sleep(pause)
  }
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * Describes in words what a schema requires at a path, such as `a string or null`, `7200` or
 * `an integer of 0 or more`.
 */
export function describeSchema(schema: z.ZodMiniType, path: readonly PropertyKey[] = []): string {
  const whole: JsonSchema = z.toJSONSchema(schema, { io: 'input' })
  return schemaWords(path.reduce(innerSchema, whole))
}

function innerSchema(outer: JsonSchema, step: PropertyKey): JsonSchema {
  const { properties, items } = outer
  const inner = typeof step === 'number' ? items : properties?.[String(step)]
  return typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
}

function schemaWords(schema: JsonSchema): string {
  const { type, description, anyOf } = schema
  if (description !== undefined) return description
  if (anyOf) {
    const options = anyOf.map((option) => schemaWords(option as JsonSchema))
    return options.join(options.some((text) => text.includes(' or ')) ? ', or ' : ' or ')
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = [type ?? []].flat()
  return types.map((one) => wordsOfType(one, schema)).join(' or ') || 'any value'
}

function wordsOfType(type: string, schema: JsonSchema): string {
  if (type === 'string') return `a string${lengthWords(schema)}`
  if (type === 'integer' || type === 'number') {
    return `${type === 'integer' ? 'an integer' : 'a number'}${rangeWords(schema)}`
  }
  return typeNames[type] ?? type
}

const typeNames: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

function lengthWords({ minLength = 0, maxLength }: JsonSchema): string {
  if (maxLength === undefined) {
    if (minLength === 1) return ' that is not empty'
    return minLength === 0 ? '' : ` of ${minLength} or more characters`
  }
  if (minLength === maxLength) return ` of ${minLength} characters`
  return ` of ${minLength} to ${maxLength} characters`
}

function rangeWords({ minimum, exclusiveMinimum }: JsonSchema): string {
  // Ignores the smallest safe integer as a lower limit: Zod adds it to each integer schema.
  if (typeof exclusiveMinimum === 'number') return ` of ${exclusiveMinimum + 1} or more`
  const isUnlimited = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER
  return isUnlimited ? '' : ` of ${minimum} or more`
}
