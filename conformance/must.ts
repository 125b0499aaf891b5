import type * as z from 'zod/mini'
import type { Exchange } from './exchange.ts'
import { at, member, show } from './json.ts'
import { Blocked, Finding, Findings, Inconclusive, SetUpFailed, Skipped } from './outcomes.ts'

export { Inconclusive } from './outcomes.ts'

type Schema = z.ZodMiniType

/** Assertions. Each throws a `Finding`; whether that fails or warns is the check's level alone. */
export const must = {
  /** The reply has one of these statuses. */
  status(exchange: Exchange, ...wanted: readonly number[]): void {
    const expected = `status ${wanted.join(' or ')}`
    must.holds(wanted.includes(exchange.status), expected, `status ${exchange.status}`, exchange)
  },

  /** The reply has a 2xx status. */
  accept(exchange: Exchange): void {
    must.holds(isAccepted(exchange), 'a 2xx status', `status ${exchange.status}`, exchange)
  },

  /** The reply is a refusal, any 4xx: where the spec names no status. */
  refuse(exchange: Exchange): void {
    must.holds(isRefusal(exchange), 'a 4xx refusal', `status ${exchange.status}`, exchange)
  },

  /**
   * The error carries one of these codes. A body without any code blocks the check: the rules of
   * the error envelope judge that, once.
   */
  code(exchange: Exchange, ...wanted: readonly string[]): void {
    const code = errorCode(exchange)
    if (code === undefined) throw new Blocked('the error body has no string `error`')
    must.holds(wanted.includes(code), `code ${wanted.join(' or ')}`, `code ${code}`, exchange)
  },

  equal(got: unknown, wanted: unknown, exchange?: Exchange, what = 'value'): void {
    const same = JSON.stringify(got) === JSON.stringify(wanted)
    must.holds(same, `${what} ${show(wanted)}`, show(got), exchange)
  },

  /** The value satisfies a schema of contract/records/specified.ts; `what` names the value. */
  match(schema: Schema, value: unknown, exchange?: Exchange, what = 'the body'): void {
    const issue = schema.safeParse(shortened(value)).error?.issues[0]
    if (issue === undefined) return
    const place = [what, ...issue.path.map(String)].join('.')
    const wanted = 'expected' in issue ? String(issue.expected) : issue.code.replaceAll('_', ' ')
    throw new Finding(`${place} to be ${wanted}`, show(at(value, issue.path)), exchange)
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
export function control(condition: boolean, otherwise: string): asserts condition {
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
