import * as z from 'zod/mini'
import type { AnswerKind } from '../operations/operation.ts'
import type { OperationId } from '../operations.ts'
import type { Condition } from '../errors.ts'
import type { EventName } from '../events.ts'

/** `specified`: the spec says so. `open`: it leaves room for it. `deviates`: it contradicts it. */
export type Grade = 'specified' | 'open' | 'deviates'

/** One answer that deployments give to the question of a choice. */
export type Option = {
  readonly grade: Grade
  readonly says: string
  /** Why no check can see it, for a deviating option that HTTP alone does not show. */
  readonly unseen?: string
  /** Such an option is picked as `{ option: value }`, the value being of this schema. */
  readonly value?: z.ZodMiniType
}

/** Where a choice can be seen; all parts together, an empty one meaning anywhere. */
export type Shows = {
  readonly endpoints?: readonly OperationId[]
  readonly replies?: readonly AnswerKind[]
  readonly conditions?: readonly (Condition | 'invalid')[]
  readonly events?: readonly EventName[]
}

/** A point at which deployments can differ: one row of the one table. */
export type Choice = {
  readonly question: string
  /** Section and rule of the specification, or where it is silent. */
  readonly clause: string
  /** Which part of the fake it shapes. */
  readonly kind: 'inventory' | 'order' | 'policy' | 'wire'
  readonly options: Readonly<Record<string, Option>>
  readonly default: string
  readonly shows: Shows
  /** The picks under which it applies at all. */
  readonly when?: Readonly<Record<string, readonly string[]>>
  /**
   * Picks, its own perhaps among them, under which HTTP does not show it: all of one row together.
   * The first choice of a row is the one that hides it.
   */
  readonly hiddenBy?: readonly Readonly<Record<string, readonly string[]>>[]
  /** Other checks that change with a deviating option of it, by id. */
  readonly also?: readonly string[]
}

export const specified = (says: string) => ({ grade: 'specified', says }) as const
export const open = (says: string) => ({ grade: 'open', says }) as const
export const deviates = (says: string) => ({ grade: 'deviates', says }) as const

/** A contradiction that no check sees, and why. */
export const unseen = (says: string, why: string) =>
  ({ grade: 'deviates', says, unseen: why }) as const

const whole = z.int().check(z.positive())
/** An option that takes a whole number above zero. */
export const openNumber = (says: string) => ({ grade: 'open', says, value: whole }) as const
export const deviatingNumber = (says: string) =>
  ({ grade: 'deviates', says, value: whole }) as const
/** An option that takes a field or parameter name. */
export const openName = (says: string) =>
  ({ grade: 'open', says, value: z.string().check(z.regex(/^[a-z][a-z0-9_]*$/)) }) as const
