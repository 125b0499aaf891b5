import type { ChoiceId } from '../../contract/choices.ts'
import type { Pick, Profile } from '../../contract/picks.ts'
import type { Spent } from '../budget.ts'

/** A reply that showed a pick, in a line. */
export type Evidence = string

/** What was found out about one choice. */
export type Observation = { readonly id: ChoiceId } & (
  | {
      readonly state: 'seen'
      readonly pick: Pick
      /** `repeated`: several replies agree. `single`: one reply shows it. */
      readonly confidence: 'repeated' | 'single'
      readonly evidence: readonly Evidence[]
    }
  | { readonly state: 'conflict'; readonly seen: Readonly<Record<string, readonly Evidence[]>> }
  | { readonly state: 'masked'; readonly by: ChoiceId }
  | { readonly state: 'unknown'; readonly reason: string }
)

/** What a target was seen to do: the picks that are sure, and all that is not. */
export type Calibration = {
  readonly target: string
  readonly profile: Profile
  /** One for each choice that was looked at, in the order of the table. */
  readonly observations: readonly Observation[]
  /** What could not be removed from the target. */
  readonly leftovers: readonly string[]
  readonly spent: Spent
  /** The time of the run was over before its end: what was not seen by then is unknown. */
  readonly outOfTime?: true
}
