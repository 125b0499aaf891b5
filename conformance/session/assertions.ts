import type * as z from 'zod/mini'
import type { Exchange } from './exchange.ts'
import { valueAt, member, formatValue } from './json.ts'
import { Blocked, Finding, Findings, Inconclusive, SetUpFailed, Skipped } from './outcomes.ts'
import type { TestSession } from './test-session.ts'

export { Inconclusive } from './outcomes.ts'

type Schema = z.ZodMiniType

/** Assertions. Each throws a `Finding`; whether that fails or warns is the check's level alone. */
export const assert = {
  /** The reply has one of these statuses. */
  status(exchange: Exchange, ...wanted: readonly number[]): void {
    const expected = `status ${wanted.join(' or ')}`
    assert.holds(wanted.includes(exchange.status), expected, `status ${exchange.status}`, exchange)
  },

  /** The reply has a 2xx status. */
  accept(exchange: Exchange): void {
    assert.holds(isAccepted(exchange), 'a 2xx status', `status ${exchange.status}`, exchange)
  },

  /** The reply is a refusal, any 4xx: where the spec names no status. */
  refuse(exchange: Exchange): void {
    assert.holds(isRefusal(exchange), 'a 4xx refusal', `status ${exchange.status}`, exchange)
  },

  /**
   * The error carries one of these codes. A body without any code blocks the check: the rules of
   * the error envelope judge that, once.
   */
  code(exchange: Exchange, ...wanted: readonly string[]): void {
    const code = errorCode(exchange)
    if (code === undefined) throw new Blocked('the error body has no string `error`')
    assert.holds(wanted.includes(code), `code ${wanted.join(' or ')}`, `code ${code}`, exchange)
  },

  equal(got: unknown, wanted: unknown, exchange?: Exchange, what = 'value'): void {
    const same = JSON.stringify(got) === JSON.stringify(wanted)
    assert.holds(same, `${what} ${formatValue(wanted)}`, formatValue(got), exchange)
  },

  /** The value satisfies a schema of contract/records/specified.ts; `what` names the value. */
  match(schema: Schema, value: unknown, exchange?: Exchange, what = 'the body'): void {
    const issue = schema.safeParse(shortened(value)).error?.issues[0]
    if (issue === undefined) return
    const place = [what, ...issue.path.map(String)].join('.')
    const wanted = 'expected' in issue ? String(issue.expected) : issue.code.replaceAll('_', ' ')
    throw new Finding(`${place} to be ${wanted}`, formatValue(valueAt(value, issue.path)), exchange)
  },

  holds(condition: boolean, expected: string, got: string, exchange?: Exchange): void {
    if (!condition) throw new Finding(expected, got, exchange)
  },

  /** Judges a shared set-up itself: what it found counts against this check, not as a blocker. */
  async succeed<T>(setUp: Promise<T>): Promise<T> {
    try {
      return await setUp
    } catch (error) {
      throw error instanceof SetUpFailed ? error.cause : error
    }
  },
}

// A schema tells all that is wrong with each item, and one reason is enough.
const mostItems = 1000

const shortened = (value: unknown): unknown =>
  Array.isArray(value) && value.length > mostItems ? value.slice(0, mostItems) : value

// As many instances as a report could count by hand; a target may bring hundreds of thousands.
const mostFindings = 1000

/** Ends the check: it does not apply here, and why. */
export function skip(reason: string): never {
  throw new Skipped(reason)
}

/** A positive control: unless it holds, what follows would prove nothing. */
export function requireBaseline(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Inconclusive(otherwise)
}

/** Judges every instance of a rule, in order, and reports all that break it: the first thousand. */
export async function each<T>(
  instances: Iterable<T>,
  judge: (instance: T) => unknown,
): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  const findings: Finding[] = []
  const undecided: Error[] = []
  for (const instance of instances) {
    if (findings.length >= mostFindings) break
    try {
      seen.push(await judge(instance))
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
  if (seen.length === 0) throw undecided[0] ?? new Skipped('there was nothing to judge')
  return seen
}

/** Tells what left something undecided from what broke a rule, or is a defect of the suite. */
export const isUndecided = (error: unknown): error is Error =>
  error instanceof Blocked || error instanceof Inconclusive || error instanceof Skipped

export const isAccepted = (exchange: Exchange): boolean =>
  exchange.status >= 200 && exchange.status < 300

export const isRefusal = (exchange: Exchange): boolean =>
  exchange.status >= 400 && exchange.status < 500

/** The machine-readable code of an error body, where it has one. */
export function errorCode(exchange: Exchange): string | undefined {
  const code = member(exchange.json, 'error')
  return typeof code === 'string' && code !== '' ? code : undefined
}

/**
 * Asks again until the reply is settled or the patience (ms, the lab's grace) is over, for effects
 * that may lag behind their cause (caches, batched counters). Returns the last reply and the delay.
 */
export async function pollUntil(
  lab: TestSession,
  ask: () => Promise<Exchange>,
  settled: (exchange: Exchange) => boolean,
  patience: number = lab.grace,
): Promise<{ readonly exchange: Exchange; readonly settled: boolean; readonly delay: number }> {
  const start = lab.now()
  for (let pause = 25; ; pause = Math.min(pause * 2, 1000)) {
    const exchange = await ask()
    const delay = lab.now() - start
    if (settled(exchange)) return { exchange, settled: true, delay }
    if (delay + pause > patience) return { exchange, settled: false, delay }
    await lab.sleep(pause)
  }
}
