import { type ChoiceId, choiceIds, maskingChoice, maskingChoices } from '../../contract/choices.ts'
import type { Pick, Picks, Profile } from '../../contract/picks.ts'
import type { Mask } from '../report/mask.ts'
import { type Found, optionIn } from './conclude.ts'
import { type Observation, toObservation } from './observation.ts'

/** The profile of everything that was seen. */
export function toProfile(found: ReadonlyMap<ChoiceId, Found>): Profile {
  const picks: Record<string, Pick> = {}
  const at: Record<string, Record<string, Pick>> = {}
  for (const id of choiceIds) {
    const result = found.get(id)
    if (result?.state !== 'seen') continue
    if (!result.isOnlyAt) picks[id] = result.pick
    for (const [place, { pick }] of result.at) at[place] = { ...at[place], [id]: pick }
  }
  return { name: 'calibrated', picks: picks as Partial<Picks>, at }
}

/** One observation for each choice that was looked for, in the order of the table. */
export function toObservations(
  found: ReadonlyMap<ChoiceId, Found>,
  mask: Mask,
): readonly Observation[] {
  return choiceIds.flatMap((id) => {
    const result = found.get(id)
    if (result === undefined) return []
    // If a masking choice was never observed, it is unknown whether it masks this one.
    const isSure = maskingChoices(id).every((other) => found.get(other)?.state !== 'unknown')
    const optionOf = (other: ChoiceId) => optionIn(found.get(other), undefined)
    const by = result.state === 'unseen' && isSure ? maskingChoice(id, optionOf) : undefined
    return by === undefined ? toObservation(id, result, mask) : { id, state: 'masked', by }
  })
}
