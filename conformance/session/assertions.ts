import * as z from 'zod/mini'
import type { Exchange } from './exchange.ts'
import { formatValue, member, valueAt } from './json.ts'
import { Blocked, Finding, Findings, Inconclusive, SetUpFailed, Skipped } from './outcomes.ts'
import type { TestSession } from './test-session.ts'

type Schema = z.ZodMiniType

/** Assertions of checks. Each throws a `Finding`; the check's level decides how severe it is. */
export const assert = {
  /** The response has one of these statuses. */
  status(exchange: Exchange, ...wanted: readonly number[]): void {
    const expected = `status ${wanted.join(' or ')}`
    assert.holds(wanted.includes(exchange.status), expected, `status ${exchange.status}`, exchange)
  },

  /** The response has a 2xx status. */
  accepted(exchange: Exchange): void {
    assert.holds(isAccepted(exchange), 'a 2xx status', `status ${exchange.status}`, exchange)
  },

  /** The response has any 4xx status. For refusals whose status the specification leaves open. */
  refused(exchange: Exchange): void {
    assert.holds(isRefusal(exchange), 'a 4xx refusal', `status ${exchange.status}`, exchange)
  },

  /** The error has one of these codes. An error without a code blocks the check. */
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

  /** The value matches a schema of contract/records/specified.ts; `what` names it in the finding. */
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

  /** Runs a shared set-up as the subject of a check: a finding fails it instead of blocking it. */
  async setUpSucceeds<T>(setUp: Promise<T>): Promise<T> {
    try {
      return await setUp
    } catch (error) {
      throw error instanceof SetUpFailed ? error.cause : error
    }
  },
}

const wholeBody = 'the body'

// A schema reports every invalid item, but one is enough.
const maxItems = 1000

const firstItems = (value: unknown): unknown =>
  Array.isArray(value) && value.length > maxItems ? value.slice(0, maxItems) : value

// A target may cause hundreds of thousands of findings, more than any report can use.
const maxFindings = 1000

/** Ends the check as skipped: it does not apply to this target. Throws `Skipped`. */
export function skip(reason: string): never {
  throw new Skipped(reason)
}

/** Requires the positive control of a check, or throws `Inconclusive` with this reason. */
export function requireBaseline(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Inconclusive(reason)
}

/** Checks all instances of a rule; throws one `Findings`, or the reason of an undecided one. */
export async function each<T>(
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

/** Whether an error leaves a check undecided; other errors are violations or defects of the suite. */
export const isUndecided = (error: unknown): error is Error =>
  error instanceof Blocked || error instanceof Inconclusive || error instanceof Skipped

export const isAccepted = (exchange: Exchange): boolean =>
  exchange.status >= 200 && exchange.status < 300

export const isRefusal = (exchange: Exchange): boolean =>
  exchange.status >= 400 && exchange.status < 500

/**
 * The machine-readable code of an error body: `error`, or where a target puts it instead. Only the
 * check of the error envelope reports another name.
 */
export function errorCode({ json }: Exchange): string | undefined {
  const places = [member(json, 'error'), member(json, 'error_code'), member(json, 'code')]
  return places.find((code) => typeof code === 'string' && code !== '')?.toString()
}

/** How long `pollUntil` waits for the effect of a cause. */
export type Patience = {
  /** When the cause happened, by `session.now()`; by default when the waiting begins. */
  readonly since?: number
  /** How long the effect may lag behind, in milliseconds; by default the session's grace. */
  readonly ms?: number
  /**
   * The effect, such as `a new key is accepted`, if several checks wait for it. If it did not show in
   * time and never showed before, no later check waits for it again.
   */
  readonly effect?: string
}

/**
 * Repeats a request until its response is settled or the patience is over. For effects that may lag
 * behind their cause, such as caches and batched counters. Returns the last response and the delay in
 * milliseconds.
 */
export async function pollUntil(
  session: TestSession,
  request: () => Promise<Exchange>,
  settled: (exchange: Exchange) => boolean,
  { since, ms = session.grace, effect }: Patience = {},
): Promise<{ readonly exchange: Exchange; readonly settled: boolean; readonly delay: number }> {
  const start = session.now()
  const isMissing = effect !== undefined && session.effects.get(effect) === 'missing'
  const end = isMissing ? start : (since ?? start) + ms
  for (let pause = 25; ; pause = Math.min(pause * 2, 1000)) {
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
 * Describes in words what a schema requires at a path: `a string or null`, `7200`, `an integer of 0 or
 * more`.
 */
export function describeSchema(schema: z.ZodMiniType, path: readonly PropertyKey[] = []): string {
  const whole: JsonSchema = z.toJSONSchema(schema, { io: 'input' })
  return words(path.reduce(innerSchema, whole))
}

function innerSchema(outer: JsonSchema, step: PropertyKey): JsonSchema {
  const { properties, items } = outer
  const inner = typeof step === 'number' ? items : properties?.[String(step)]
  return typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
}

function words(schema: JsonSchema): string {
  const { type, description, anyOf } = schema
  if (description !== undefined) return description
  if (anyOf) {
    const options = anyOf.map((option) => words(option as JsonSchema))
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
  // Zod gives each integer the range of safe integers.
  if (typeof exclusiveMinimum === 'number') return ` of ${exclusiveMinimum + 1} or more`
  const isUnlimited = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER
  return isUnlimited ? '' : ` of ${minimum} or more`
}
