import type { Wrap } from '../mutant.ts'

/** A wrong server that no one thought of: one mechanical damage to one kind of reply. */
export type MechanicalMutant = {
  /** What is damaged and how, such as `dropped GET /api/agents 200 items.*.id`. */
  readonly id: string
  /** The kind of reply, by route and status. */
  readonly kind: string
  /** Whether a recorded body breaks a specified schema by it: then it must not survive. */
  readonly breaksSchema: boolean
  readonly wrap: Wrap
}
