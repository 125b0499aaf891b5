import type * as z from 'zod/mini'
import type { Exchange } from './exchange.ts'
import { valueAt, member, formatValue } from './json.ts'
import { Blocked, Finding, Findings, Inconclusive, SetUpFailed, Skipped } from './outcomes.ts'
import type { TestSession } from './test-session.ts'

type Schema = z.ZodMiniType

/** Assertions of checks. Each throws a `Finding`, which the level of the check rates. */
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
    if (code === undefined) throw new Blocked('the error body has no string field `error`')
    assert.holds(wanted.includes(code), `code ${wanted.join(' or ')}`, `code ${code}`, exchange)
  },

  equal(got: unknown, wanted: unknown, exchange?: Exchange, what = 'value'): void {
    const same = JSON.stringify(got) === JSON.stringify(wanted)
    assert.holds(same, `${what} ${formatValue(wanted)}`, formatValue(got), exchange)
  },

  /** The value matches a schema of contract/records/specified.ts; `what` names it in the finding. */
  matches(schema: Schema, value: unknown, exchange?: Exchange, what = 'the body'): void {
    const issue = schema.safeParse(firstItems(value)).error?.issues[0]
    if (issue === undefined) return
    const place = [what, ...issue.path.map(String)].join('.')
    const wanted = 'expected' in issue ? String(issue.expected) : issue.code.replaceAll('_', ' ')
    throw new Finding(`${place} to be ${wanted}`, formatValue(valueAt(value, issue.path)), exchange)
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

/** The machine-readable `error` code of an error body, if it has one. */
export function errorCode(exchange: Exchange): string | undefined {
  const code = member(exchange.json, 'error')
  return typeof code === 'string' && code !== '' ? code : undefined
}

/**
 * Repeats a request until its response is settled or `patience` milliseconds have passed (default:
 * the session's grace). For delayed effects, such as those of caches and batched counters. Returns
 * the last response and its delay in milliseconds.
 */
export async function pollUntil(
  session: TestSession,
  request: () => Promise<Exchange>,
  settled: (exchange: Exchange) => boolean,
  patience: number = session.grace,
): Promise<{ readonly exchange: Exchange; readonly settled: boolean; readonly delay: number }> {
  const start = session.now()
  for (let pause = 25; ; pause = Math.min(pause * 2, 1000)) {
    const exchange = await request()
    const delay = session.now() - start
    if (settled(exchange)) return { exchange, settled: true, delay }
    if (delay + pause > patience) return { exchange, settled: false, delay }
    await session.sleep(pause)
  }
}
