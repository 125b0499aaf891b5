import { type ChoiceId, choiceIds, choices, maskingChoice } from '../contract/choices.ts'
import type { OperationId } from '../contract/operations.ts'
import { type Picks, picksAt, type Profile } from '../contract/picks.ts'
import type { Variant } from './variant.ts'

/**
 * Combines variants with a profile: their picks replace those of the profile, also those of single
 * operations. Picks of the profile that no longer apply are left out. Returns `undefined` if the
 * variants contradict each other, or if one makes another one invisible.
 */
export function compose(profile: Profile, variants: readonly Variant[]): Profile | undefined {
  const own: Partial<Record<ChoiceId, Picks[ChoiceId]>> = {}
  const slots = new Set<string>()
  let answers = profile.answers
  for (const { picks, slot, ...variant } of variants) {
    if (variant.answers !== undefined) answers = { ...variant.answers, ...answers }
    if (slot !== undefined && slots.has(slot)) return undefined
    if (slot !== undefined) slots.add(slot)
    for (const id of Object.keys(picks) as ChoiceId[]) {
      const pick = picks[id]
      if (pick === undefined) continue
      if (own[id] !== undefined && own[id].option !== pick.option) return undefined
      own[id] = pick
    }
  }
  const composed = withoutIdlePicks(
    {
      ...profile,
      picks: { ...profile.picks, ...own },
      at: withoutChoices(profile.at, own),
      ...(answers && { answers }),
    },
    own,
  )
  const picks = picksAt(composed)
  const isVisible = (id: ChoiceId) =>
    maskingChoice(id, (other) => picks[other].option) === undefined
  return (Object.keys(own) as ChoiceId[]).every(isVisible) ? composed : undefined
}

/** The picks of single operations, without those of some choices. */
const withoutChoices = (at: Profile['at'], left: object): Profile['at'] =>
  mapPlaces(at, (id) => !Object.hasOwn(left, id))

/** Whether a choice applies with some picks. */
const appliesAt = (picks: Picks) => (id: ChoiceId) =>
  Object.entries(choices[id].when ?? {}).every(([other, allowed]) =>
    allowed.includes(picks[other as ChoiceId].option),
  )

/** Leaves out the picks of a profile that only apply with other picks than it has now. */
function withoutIdlePicks(profile: Profile, own: object): Profile {
  const applies = appliesAt(picksAt(profile))
  const kept = choiceIds.filter(
    (id) => profile.picks[id] !== undefined && (Object.hasOwn(own, id) || applies(id)),
  )
  const picks = Object.fromEntries(kept.map((id) => [id, profile.picks[id]])) as Profile['picks']
  const at = mapPlaces(profile.at, (id, place) => appliesAt(picksAt(profile, place))(id))
  return { ...profile, picks, at }
}

const mapPlaces = (
  at: Profile['at'],
  keeps: (id: ChoiceId, place: OperationId) => boolean,
): Profile['at'] =>
  Object.fromEntries(
    Object.entries(at).map(([place, picks]) => [
      place,
      Object.fromEntries(
        Object.entries(picks).filter(([id]) => keeps(id as ChoiceId, place as OperationId)),
      ),
    ]),
  )

/**
 * Packs variants into as few runs as their contradictions allow: each goes into the first run that
 * can play it. `isFree` refuses further combinations.
 */
export function pack(
  profile: Profile,
  variants: readonly Variant[],
  isFree: (batch: readonly Variant[]) => boolean = () => true,
): readonly (readonly Variant[])[] {
  const batches: Variant[][] = []
  for (const variant of variants) {
    const found = batches.find((batch) => {
      const together = [...batch, variant]
      return isFree(together) && compose(profile, together) !== undefined
    })
    if (found === undefined) batches.push([variant])
    else found.push(variant)
  }
  return batches
}
