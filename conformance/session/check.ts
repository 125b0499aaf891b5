import type { ChoiceId } from '../../contract/choices.ts'
import type { RuleId } from '../../contract/rules.ts'
import type { Exchange } from './exchange.ts'
import type { TestSession } from './test-session.ts'

/** `must`: stated by the spec. `should`: implied, only warns. `observe`: left open, never judged. */
export type Level = 'must' | 'should' | 'observe'

/** How much a run may cost; each plan holds the ones before it. */
export type Plan = 'smoke' | 'core' | 'turn' | 'full' | 'destructive'

/** What the target must have been given for a check to be decidable. */
export type Need = 'user' | 'login' | 'other-user' | 'expired-token'

type Common = {
  /** A slug such as `keys.disabled-is-rejected`: same id for pass and fail, never reused. */
  readonly id: string
  readonly level: Level
  /** The sentence of the spec that it judges. */
  readonly rule: RuleId
  /** The choices whose pick it sees; a `deviates` option of one makes a `must` check fail. */
  readonly sees?: readonly ChoiceId[]
}

/** A check that makes its own requests. */
export type ActiveCheck = Common & {
  /** The cheapest plan that runs it. */
  readonly plan: Plan
  readonly needs?: readonly Need[]
  /** Judges by throwing (see must.ts); what it returns is kept as the observation. */
  readonly run: (lab: TestSession) => Promise<unknown>
}

/**
 * A check that costs nothing: it judges every exchange that any other check makes, but for those
 * with a busy target or a gateway in front of it.
 */
export type PassiveCheck = Common & {
  readonly applies: (exchange: Exchange) => boolean
  readonly judge: (exchange: Exchange) => unknown
  /** Active checks that bring it traffic where it is run on its own. */
  readonly fedBy?: readonly string[]
}

export type Check = ActiveCheck | PassiveCheck

/** The plans, cheapest first; each holds the ones before it. */
export const plans = ['smoke', 'core', 'turn', 'full', 'destructive'] as const

export const isActive = (check: Check): check is ActiveCheck => 'run' in check

export const isPassive = (check: Check): check is PassiveCheck => !isActive(check)
