import { mapFields } from '../json.ts'

/**
 * The small pauses that the fake adds to the pauses of a script, in script milliseconds. With
 * `own_pauses: false`, a script has none of them.
 */
export const ownPauses = {
  /** From the start of a thought to the next line. */
  firstThought: 120,
  /** From the end of a thought to the call or answer after it. */
  afterThought: 20,
  /** From the end of a call to the next thought. */
  afterCall: 30,
  /** From the start of the planning phase to its end, unless the plan sets the time. */
  planning: 400,
  /** Between the phases of a plan, and around the calls of a step. */
  step: 60,
  /** From the start of the analysis to its end, unless the plan sets the time. */
  analyzing: 300,
  /** From `done` to the events after it, unless the script sets the time. */
  closing: 150,
}

export type OwnPauses = Readonly<typeof ownPauses>

export const noPauses = mapFields(ownPauses, () => 0) as OwnPauses
