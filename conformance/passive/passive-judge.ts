import { allChecks } from '../checks/all-checks.ts'
import { isUndecided } from '../session/assertions.ts'
import {
  type Check,
  type CheckRule,
  isPassive,
  type Judgement,
  type Level,
  statementOf,
} from '../session/check.ts'
import { type Exchange, isUnavailable, operationOf } from '../session/exchange.ts'
import type { SeenFacts } from '../session/seen.ts'
import { Finding, Findings } from '../session/outcomes.ts'
import { defaultGraceMs } from '../session/limits.ts'
import { SeenTraffic } from './seen-traffic.ts'
import { uuids } from '../../contract/uuid.ts'

/** A check that can judge exchanges of other clients, without requests of the suite. */
export type PassiveRule = {
  readonly id: string
  readonly level: Exclude<Level, 'observe'>
  /** The rule of the specification that the check covers. */
  readonly rule: CheckRule
  readonly clause: string
  readonly says: string
  readonly judgement: Judgement
}

const judgementOf = (check: Check): Judgement | undefined =>
  isPassive(check) ? { applies: check.applies, verify: check.verify } : check.judgement

/** The checks of the suite that can judge exchanges of other clients, in the order of the suite. */
export const passiveRules: readonly PassiveRule[] = allChecks.flatMap((check) => {
  const { id, level, rule } = check
  const judgement = judgementOf(check)
  if (judgement === undefined || level === 'observe') return []
  const { clause, says } = statementOf(rule)
  return [{ id, level, rule, clause, says, judgement }]
})

/** All violations with one cause: the same rule, operation and expected value. */
export type PassiveFinding = {
  readonly rule: string
  readonly level: PassiveRule['level']
  readonly clause: string
  readonly says: string
  /** The operation, such as `POST /api/react`; ids in the path are `{id}`. */
  readonly operation: string
  readonly expected: string
  /** The first value that differed from the expectation. */
  readonly got: string
  /** The number of exchanges with this cause. */
  readonly count: number
  /** The index of the first exchange with this cause, from 0. */
  readonly first: number
}

const rank = ({ level }: PassiveFinding) => (level === 'must' ? 0 : 1)

/**
 * Maximum number of stored causes per rule. All further causes of a rule are counted as one. The
 * limit is for each rule, because texts of a deployment may give one rule a new cause in each turn.
 */
const maxCauses = 100

/**
 * Judges exchanges one by one, in the order in which they completed. Stores findings, but no bodies
 * except those of the last streams of each conversation.
 *
 * @example
 * const judge = new PassiveJudge()
 * await judge.judge(exchange) // the findings of this exchange
 */
export class PassiveJudge {
  readonly #rules: readonly PassiveRule[]
  readonly #seenTraffic: SeenTraffic
  readonly #causes = new Map<string, Map<string, PassiveFinding>>()
  readonly #reached = new Map<string, number>()
  #seen = 0

  /** `graceMs`: after this many milliseconds a change must show. */
  constructor({ graceMs = defaultGraceMs, rules = passiveRules } = {}) {
    this.#rules = rules
    this.#seenTraffic = new SeenTraffic(graceMs)
  }

  /** Judges one exchange. Returns its findings; `count` also includes earlier exchanges. */
  async judge(exchange: Exchange, number = this.#seen): Promise<readonly PassiveFinding[]> {
    this.#seen++
    if (isUnavailable(exchange)) return []
    const found: PassiveFinding[] = []
    for (const rule of this.#rules) {
      const violated = await violations(rule.judgement, exchange, this.#seenTraffic)
      if (violated === undefined) continue
      this.#reached.set(rule.id, (this.#reached.get(rule.id) ?? 0) + 1)
      // One response counts each cause only once, even if several items of a list have the cause.
      const causes = new Map(violated.map((finding) => [causeOf(rule, exchange, finding), finding]))
      found.push(
        ...[...causes].map(([key, finding]) => this.#add(key, rule, exchange, finding, number)),
      )
    }
    this.#seenTraffic.add(exchange)
    return found
  }

  /** All findings: those of `must` rules first, and in each level the most frequent first. */
  get findings(): readonly PassiveFinding[] {
    return [...this.#causes.values()]
      .flatMap((causes) => [...causes.values()])
      .toSorted((one, other) => rank(one) - rank(other) || other.count - one.count)
  }

  /** The number of exchanges that each rule could judge, by rule id. Rules with 0 are left out. */
  get reached(): ReadonlyMap<string, number> {
    return this.#reached
  }

  #add(
    cause: string,
    rule: PassiveRule,
    exchange: Exchange,
    finding: Finding,
    number: number,
  ): PassiveFinding {
    const { id, level, clause, says } = rule
    const { expected, got } = finding
    const operation = operationOf(exchange.request)
    const causes = this.#causes.get(id) ?? new Map<string, PassiveFinding>()
    this.#causes.set(id, causes)
    const key = causes.has(cause) || causes.size < maxCauses ? cause : 'others'
    const knownCause = causes.get(key)
    const counted: PassiveFinding =
      knownCause === undefined
        ? { rule: id, level, clause, says, operation, expected, got, count: 1, first: number }
        : { ...knownCause, count: knownCause.count + 1 }
    causes.set(key, counted)
    return counted
  }
}

const causeOf = ({ id }: PassiveRule, { request }: Exchange, { expected }: Finding): string =>
  [id, operationOf(request), withoutIdsAndNumbers(expected)].join('\n')

/** Replaces ids and numbers in a text, so that texts with the same cause are equal. */
const withoutIdsAndNumbers = (text: string): string =>
  text.slice(0, 300).replaceAll(uuids, '{id}').replaceAll(/\d+/g, '0')

/** The findings of one rule for an exchange; `undefined` if the rule could not judge it. */
async function violations(
  { applies, verify }: Judgement,
  exchange: Exchange,
  seen: SeenFacts,
): Promise<readonly Finding[] | undefined> {
  if (!applies(exchange, seen)) return undefined
  try {
    await verify(exchange, seen)
    return []
  } catch (error) {
    if (isUndecided(error)) return undefined
    if (error instanceof Finding) return [error]
    if (error instanceof Findings) return error.all
    throw error
  }
}
