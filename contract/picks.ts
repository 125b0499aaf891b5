import { type ChoiceId, choiceIds, choices } from './choices.ts'
import type { OperationId } from './operations.ts'

/** One picked option, with its value where the option takes one. */
export type Pick = { readonly option: string; readonly value?: unknown }

/** A pick for every choice. */
export type Picks = { readonly [Id in ChoiceId]: Pick }

/** A small set of picks over the defaults: how one deployment answers. */
export type Profile = {
  readonly name: string
  readonly picks: Partial<Picks>
  /** Picks that hold for single operations only. */
  readonly at: { readonly [Place in OperationId]?: Partial<Picks> }
}

/** The default option of every choice. */
const defaults = choiceIds.map((id) => [id, choices[id].default] as const)

/** The profile that follows the specification wherever it speaks: every default. */
export const documented: Profile = { name: 'documented', picks: {}, at: {} }

/** All picks at an endpoint: its own, else those of the profile, else the defaults. */
export function picksAt(profile: Profile, endpoint?: OperationId): Picks {
  const own = endpoint === undefined ? {} : profile.at[endpoint]
  return Object.fromEntries(
    defaults.map(([id, option]) => [id, own?.[id] ?? profile.picks[id] ?? { option }]),
  ) as Picks
}
