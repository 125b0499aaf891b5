import { skip } from '../must.ts'

/** What some choices take to be seen, and only who knows the target can give. */
export type Aids = {
  /** An account that is restricted, and an API key that it had before. */
  readonly restrictedEmail?: string | undefined
  readonly restrictedPassword?: string | undefined
  readonly restrictedKey?: string | undefined
  /** A question that makes a turn ask for an approval, which is rejected, and the id of its agent. */
  readonly approvalQuery?: string | undefined
  readonly approvalAgent?: string | undefined
  /** The id of a workflow that may be run without inputs, some twenty times. */
  readonly workflow?: string | undefined
  /** Whether all sessions of the second user may be ended. */
  readonly endSessions?: boolean | undefined
}

/** An aid, which the observer cannot do without. Skips with the flag that gives it. */
export const needed = <Aid>(aid: Aid | undefined, flag: string): Aid => aid ?? skip(`needs ${flag}`)
