import type { FaultInput } from '../../contract/fault.ts'
import type { ChoiceId } from '../../contract/choices.ts'
import type { Picks, Profile } from '../../contract/picks.ts'
import type { Difference } from '../../contract/profile/differences.ts'
import type { LeftOut } from '../../contract/tolerance-report.ts'
import type { RunCall } from '../run/run-document.ts'

/**
 * A behaviour that a run adds to the profile: an allowed option of a choice, a fault, an
 * environment, or a difference of another profile.
 */
export type Variant = {
  /** The name that `--only` takes, as in `BehaviourResult`. */
  readonly id: string
  /** The behaviour of the deployment or the network, in words. */
  readonly says: string
  /** The picks of the variant, and the picks that they depend on. */
  readonly picks: Partial<Picks>
  /** The faults of the variant. */
  readonly faults: readonly FaultInput[]
  /** The answers of the variant, for operations without an answer in the profile. */
  readonly answers?: Profile['answers']
  /** The entries of another profile that the variant plays. */
  readonly nextProfile?: { readonly profile: Profile; readonly differences: readonly Difference[] }
  /** The ids of variants whose differences this variant also plays, because it depends on them. */
  readonly neededVariants?: readonly string[]
  /** Whether a call shows the variant. For variants that leave no mark in the journal. */
  readonly isShownBy?: (call: RunCall) => boolean
  /** Marks on journal calls. A call with any of these marks shows that a test reached the variant. */
  readonly marks: readonly string[]
  /** The option; absent for a fault, an environment, an answer and a family. */
  readonly option?: {
    readonly choice: ChoiceId
    readonly name: string
    readonly question: string
    /** The sentence of the specification that leaves the option open. */
    readonly clause: string
  }
  /** The variables of the test command; `undefined` removes a variable of the machine. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The kinds of effects of the variant. Two variants with one kind cannot be in the same run. */
  readonly slots?: readonly string[]
  /** Whether a correct client can recover from the faults in this call. Default: in every call. */
  readonly isFair?: (call: RunCall) => boolean
}

/** The behaviours to play, and those that cannot be played, with the reasons. */
export type Selection = {
  readonly variants: readonly Variant[]
  readonly leftOut: readonly LeftOut[]
}
