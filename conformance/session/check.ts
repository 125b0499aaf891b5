import type { ChoiceId } from '../../contract/choices.ts'
import { type RuleId, rules } from '../../contract/rules.ts'
import { assert, isAccepted } from './assertions.ts'
import { type Exchange, isCallOf } from './exchange.ts'
import type { Seen } from './seen.ts'
import type { TestSession } from './test-session.ts'

/**
 * The level of a rule. `must`: the specification states it, a violation fails. `should`: it is
 * implied, a violation only warns. `observe`: it is left open, so the check only reports.
 */
export type Level = 'must' | 'should' | 'observe'

/** The plans, cheapest first; each one includes the checks of all cheaper plans. */
export const plans = ['smoke', 'core', 'turn', 'full', 'destructive'] as const

/** The allowed cost of a run, from `smoke` (reads only) to `destructive`. */
export type Plan = (typeof plans)[number]

/** A credential that the user must supply; a check that needs a missing one is skipped. */
export type Need = 'user' | 'login' | 'other-user' | 'expired-token'

/** The rule of the checks that a profile adds: it comes from the profile, not the specification. */
export const profileRule = {
  id: 'profile.shape',
  clause: 'profile',
  says: 'An operation responds with a status and a body that the profile declares as its `shape`.',
} as const

/** The rule of the checks that only show how a family of a profile behaves, for a comparison. */
const lifeRule = {
  id: 'profile.life',
  clause: 'profile',
  says: 'A record is created, changed, refused and deleted as in the deployment beside it.',
} as const

/** A rule of the specification, or of a profile. */
export type CheckRule = RuleId | typeof profileRule.id | typeof lifeRule.id

/** The clause and the text of a rule. */
export const statementOf = (rule: CheckRule): { readonly clause: string; readonly says: string } =>
  rule === profileRule.id ? profileRule : rule === lifeRule.id ? lifeRule : rules[rule]

type Common = {
  /** A slug such as `keys.disabled-is-rejected`. It is the same for pass and fail and never reused. */
  readonly id: string
  readonly level: Level
  /** The rule that this check covers. */
  readonly rule: CheckRule
  /** Choices whose options this check can distinguish; a `deviates` option fails a `must` check. */
  readonly detects?: readonly ChoiceId[]
}

/**
 * How a rule judges one exchange, whoever sent the request. `before` has the earlier exchanges of the
 * same conversation, the oldest first, and `seen` what the traffic showed of keys, users, pages and
 * conversations. `verify` throws as `run` of a check does.
 */
export type Judgement = {
  readonly applies: (exchange: Exchange, seen: Seen) => boolean
  readonly verify: (exchange: Exchange, before: readonly Exchange[], seen: Seen) => unknown
}

/** Judges the accepted replies of one operation, such as `PATCH /api/conversations/{id}`. */
export const judgingReply = (operation: string, verify: Judgement['verify']): Judgement => ({
  applies: (exchange) => isAccepted(exchange) && isCallOf(exchange, operation),
  verify,
})

/** Judges the requests with a key that traffic showed in a state in which it must be refused. */
export const judgingKey = (state: 'disabled' | 'deleted' | 'expired'): Judgement => ({
  applies: (exchange, seen) => seen.keyOf(exchange)?.state === state,
  verify: (exchange) => assert.refused(exchange),
})

/** A check that sends its own requests. */
export type ActiveCheck = Common & {
  /** Judges exchanges of other clients by the same rule; absent if the check needs requests of its own. */
  readonly judgement?: Judgement
  /** The cheapest plan that runs it. */
  readonly plan: Plan
  readonly needs?: readonly Need[]
  /** Throws to report a violation (see assertions.ts). Its return value becomes the observation. */
  readonly run: (session: TestSession) => Promise<unknown>
}

/** A check without its own requests. It verifies all exchanges with the service itself. */
export type PassiveCheck = Common & {
  readonly applies: (exchange: Exchange) => boolean
  /**
   * A wider kind of exchange, of which `applies` needs a part. If no response has that part, the check is
   * blocked by the checks that report it as missing, or skipped if the part is optional.
   */
  readonly among?: {
    /** The kind in the plural, such as `error responses`. */
    readonly kind: string
    /** A part that no response of the kind has, such as `a string field \`error\``. */
    readonly lacks: string
    readonly applies: (exchange: Exchange) => boolean
    readonly reportedBy?: readonly string[]
  }
  readonly verify: (exchange: Exchange) => unknown
  /** Active checks that run first to produce traffic when this check is selected alone. */
  readonly trafficFrom?: readonly string[]
}

/** A check of the suite: an active one sends requests, a passive one reads traffic of other clients. */
export type Check = ActiveCheck | PassiveCheck

/** A check in a table, without its id, the fields that all rows share, and the level `must`. */
type Row<Kind extends Check, Shared> = Omit<Kind, 'id' | 'level' | keyof Shared> &
  Partial<Pick<Kind, 'level' | (keyof Shared & keyof Kind)>>

/** A row of a table of passive checks, which share `trafficFrom`. */
export type PassiveRow = Row<PassiveCheck, Pick<PassiveCheck, 'trafficFrom'>>

/** A row of a table whose rows share the plan and the credentials that they need. */
export type ActiveRow = Row<ActiveCheck, Pick<ActiveCheck, 'plan' | 'needs'>>

// The fields that the checks of most tables share: a plan, and the need of a user.
export const smokePlan = { plan: 'smoke', needs: ['user'] } as const
export const corePlan = { plan: 'core', needs: ['user'] } as const
export const turnPlan = { plan: 'turn', needs: ['user'] } as const

/** The checks of a table, by their ids. A row has the level `must` unless it states another. */
export const checks = <const Shared extends Partial<ActiveCheck>>(
  shared: Shared,
  rows: Readonly<Record<string, Row<ActiveCheck, Shared>>>,
): readonly ActiveCheck[] => toChecks(shared, rows)

/** Builds a table of checks without requests of their own. */
export const passiveChecks = <const Shared extends Partial<PassiveCheck>>(
  shared: Shared,
  rows: Readonly<Record<string, Row<PassiveCheck, Shared>>>,
): readonly PassiveCheck[] => toChecks(shared, rows)

// The types of the tables require the rest of a check.
const toChecks = <Kind extends Check>(
  shared: object,
  rows: Readonly<Record<string, object>>,
): readonly Kind[] =>
  Object.entries(rows).map(([id, row]) => ({ id, level: 'must', ...shared, ...row }) as Kind)

export const isActive = (check: Check): check is ActiveCheck => 'run' in check

export const isPassive = (check: Check): check is PassiveCheck => !isActive(check)
