import type { ChoiceId } from '../../contract/choices.ts'
import { type RuleId, rules } from '../../contract/rules.ts'
import { isPublic } from './request.ts'
import { assert, isAccepted } from './assertions.ts'
import { type Exchange, isCallOf } from './exchange.ts'
import type { SeenFacts } from './seen.ts'
import type { TestSession } from './test-session.ts'

/**
 * The level of a check. `must`: the specification states the rule; a violation fails. `should`: the
 * specification implies it; a violation warns. `observe`: the specification leaves it open.
 */
export type Level = 'must' | 'should' | 'observe'

/** The plans, cheapest first; each one includes the checks of all cheaper plans. */
export const plans = ['smoke', 'core', 'turn', 'full', 'destructive'] as const

/** The allowed cost of a run, from `smoke` (reads only) to `destructive`. */
export type Plan = (typeof plans)[number]

/** A credential that a check needs from the user. Without the credential, the check is skipped. */
export type Need = 'user' | 'login' | 'other-user' | 'expired-token'

/** The rule of the shape checks of a profile. It is not a rule of the specification. */
export const profileRule = {
  id: 'profile.shape',
  clause: 'profile',
  says: 'An operation responds with a status and a body that the profile declares as its `shape`.',
} as const

/** The rule of the `life.` checks, which only return steps for a comparison of two deployments. */
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
  /** The unique id, such as `keys.disabled-is-rejected`. The id is never used for another check. */
  readonly id: string
  readonly level: Level
  /** The rule that this check covers. */
  readonly rule: CheckRule
  /** Choices whose options this check can distinguish; a `deviates` option fails a `must` check. */
  readonly detects?: readonly ChoiceId[]
}

/**
 * How a check judges one exchange of any client. `seen` has the keys, users, pages, conversations
 * and streams that earlier traffic showed. `verify` throws the same errors as `run` of a check.
 */
export type Judgement = {
  readonly applies: (exchange: Exchange, seen: SeenFacts) => boolean
  readonly verify: (exchange: Exchange, seen: SeenFacts) => unknown
}

/** Judges the accepted responses of one operation, such as `PATCH /api/conversations/{id}`. */
export const judgingReply = (operation: string, verify: Judgement['verify']): Judgement => ({
  applies: (exchange) => isAccepted(exchange) && isCallOf(exchange, operation),
  verify,
})

/** Requires that an operation refuses a record that was deleted before. */
export const judgingDeleted = (operation: string): Judgement => ({
  applies: (exchange, seen) => isCallOf(exchange, operation) && seen.isDeleted(exchange),
  verify: (exchange) => assert.refused(exchange),
})

/** Requires that requests with a key in this state are refused, if traffic showed the state. */
export const judgingKey = (state: 'disabled' | 'deleted' | 'expired'): Judgement => ({
  applies: (exchange, seen) => needsCredential(exchange) && seen.keyOf(exchange)?.state === state,
  verify: (exchange) => assert.refused(exchange),
})

/** Judges the refusals (401 or 403) of requests with a key in this state. */
export const judgingRefusedKey = (
  state: 'disabled' | 'deleted',
  verify: (exchange: Exchange) => void,
): Judgement => ({
  applies: (exchange, seen) =>
    [401, 403].includes(exchange.status) &&
    needsCredential(exchange) &&
    seen.keyOf(exchange)?.state === state,
  verify,
})

/** Whether an operation surely needs a credential. An unknown operation may be public. */
export const needsCredential = (exchange: Exchange): boolean =>
  exchange.operation !== undefined && !isPublic(exchange)

/** A check that sends its own requests. */
export type ActiveCheck = Common & {
  /**
   * Judges exchanges of other clients by the same rule; absent if the check needs its own requests.
   */
  readonly judgement?: Judgement
  /** The cheapest plan that runs the check. */
  readonly plan: Plan
  readonly needs?: readonly Need[]
  /** Throws to report a violation (see assertions.ts). Its return value becomes the observation. */
  readonly run: (session: TestSession) => Promise<unknown>
}

/** A check that sends no requests. It verifies all exchanges of the run to which it applies. */
export type PassiveCheck = Common & {
  readonly applies: (exchange: Exchange) => boolean
  /**
   * A kind of exchange, and the part of it that the check needs. If there are exchanges of the
   * kind, but none has the part, the check is blocked, or skipped if `reportedBy` is absent.
   */
  readonly among?: {
    /** The name of this kind of exchange in the plural, such as `error responses`. */
    readonly kind: string
    /** The name of the missing part, such as `a string field \`error\``. */
    readonly lacks: string
    readonly applies: (exchange: Exchange) => boolean
    readonly reportedBy?: readonly string[]
  }
  readonly verify: (exchange: Exchange) => unknown
  /** Active checks that run first to produce traffic when this check is selected alone. */
  readonly trafficFrom?: readonly string[]
}

/** A check of the suite. An active check sends requests; a passive check judges other exchanges. */
export type Check = ActiveCheck | PassiveCheck

/** A row of a table of checks: a check without its id and without the fields of `Shared`. */
type Row<Kind extends Check, Shared> = Omit<Kind, 'id' | 'level' | keyof Shared> &
  Partial<Pick<Kind, 'level' | (keyof Shared & keyof Kind)>>

/** A row of a table of passive checks. All rows of the table share `trafficFrom`. */
export type PassiveRow = Row<PassiveCheck, Pick<PassiveCheck, 'trafficFrom'>>

/** A row of a table of active checks. All rows of the table share `plan` and `needs`. */
export type ActiveRow = Row<ActiveCheck, Pick<ActiveCheck, 'plan' | 'needs'>>

// The fields that all checks of a table share: the plan, and the credential `user`.
export const smokePlan = { plan: 'smoke', needs: ['user'] } as const
export const corePlan = { plan: 'core', needs: ['user'] } as const
export const turnPlan = { plan: 'turn', needs: ['user'] } as const

/** Builds the checks of a table, whose keys are check ids. The default level of a row is `must`. */
export const checks = <const Shared extends Partial<ActiveCheck>>(
  shared: Shared,
  rows: Readonly<Record<string, Row<ActiveCheck, Shared>>>,
): readonly ActiveCheck[] => toChecks(shared, rows)

/** Builds the passive checks of a table, whose keys are check ids. */
export const passiveChecks = <const Shared extends Partial<PassiveCheck>>(
  shared: Shared,
  rows: Readonly<Record<string, Row<PassiveCheck, Shared>>>,
): readonly PassiveCheck[] => toChecks(shared, rows)

// The cast is safe: the types of the rows require all fields that `shared` does not have.
const toChecks = <Kind extends Check>(
  shared: object,
  rows: Readonly<Record<string, object>>,
): readonly Kind[] =>
  Object.entries(rows).map(([id, row]) => ({ id, level: 'must', ...shared, ...row }) as Kind)

export const isActive = (check: Check): check is ActiveCheck => 'run' in check

export const isPassive = (check: Check): check is PassiveCheck => !isActive(check)
