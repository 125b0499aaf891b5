import { type ChoiceId, choiceIds, choices, unmetConditions } from './choices.ts'
import type { OperationId } from './operations.ts'
import type { Answers } from './profile/answers.ts'
import type { Families } from './profile/own-operations.ts'

/** A picked option, with its value if it has one. */
export type Pick = { readonly option: string; readonly value?: unknown }

/** The picks of all choices. */
export type Picks = { readonly [Id in ChoiceId]: Pick }

/** The behaviour of one deployment, as picks that override the defaults. */
export type Profile = {
  readonly name: string
  readonly picks: Partial<Picks>
  /** The picks for single operations. */
  readonly at: { readonly [Place in OperationId]?: Partial<Picks> }
  /** Operations of the contract that the deployment answers differently. */
  readonly answers?: Answers
  /** The operations of the deployment that the contract does not have, by family. */
  readonly operations?: Families
}

/** The default option of every choice. */
const defaultOptions = choiceIds.map((id) => [id, choices[id].default] as const)

/**
 * The default profile: it follows the specification.
 *
 * @example
 * const fake = createFake({ fixture, profile: documented })
 */
export const documented: Profile = { name: 'documented', picks: {}, at: {} }

/** Returns the pick of each choice: of the operation, else of the profile, else the default. */
export function picksAt(profile: Profile, endpoint?: OperationId): Picks {
  const own = endpoint === undefined ? {} : profile.at[endpoint]
  return Object.fromEntries(
    defaultOptions.map(([id, option]) => [id, own?.[id] ?? profile.picks[id] ?? { option }]),
  ) as Picks
}

/** Whether a choice applies, given the picks of the choices that it depends on. */
export const choiceApplies = (id: ChoiceId, picks: Picks): boolean =>
  unmetConditions(id, (other) => picks[other].option).length === 0
