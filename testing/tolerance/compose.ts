import { type ChoiceId, choiceIds, maskingChoice } from '../../contract/choices.ts'
import { mapFields } from '../../contract/json.ts'
import type { OperationId } from '../../contract/operations.ts'
import { choiceApplies, type Picks, picksAt, type Profile } from '../../contract/picks.ts'
import { withDifferences } from '../../contract/profile/differences.ts'
import type { Variant } from './variant.ts'

/**
 * Combines variants with a profile. The picks of variants replace the picks of the profile,
 * including those for single operations. Picks of the profile that no longer apply are removed.
 * Returns `undefined` if the variants contradict each other, or if one variant hides another.
 */
export function composeProfile(
  baseProfile: Profile,
  variants: readonly Variant[],
): Profile | undefined {
  const profile = withNextProfile(baseProfile, variants)
  const own: Partial<Record<ChoiceId, Picks[ChoiceId]>> = {}
  const usedSlots = new Set<string>()
  let answers = profile.answers
  for (const { picks, slots = [], ...variant } of variants) {
    if (variant.answers !== undefined) answers = { ...variant.answers, ...answers }
    if (slots.some((slot) => usedSlots.has(slot))) return undefined
    for (const slot of slots) usedSlots.add(slot)
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

/** Adds to a profile those differences of the next profile that the variants play. */
function withNextProfile(profile: Profile, variants: readonly Variant[]): Profile {
  const nextProfiles = variants.flatMap(({ nextProfile }) =>
    nextProfile === undefined ? [] : [nextProfile],
  )
  const [first] = nextProfiles
  if (first === undefined) return profile
  return withDifferences(
    profile,
    first.profile,
    nextProfiles.flatMap(({ differences }) => differences),
  )
}

/**
 * Names the first two variants that cannot be combined, and the choice for which their options
 * differ.
 */
export function describeConflict(profile: Profile, variants: readonly Variant[]): string {
  for (const [index, first] of variants.entries())
    for (const second of variants.slice(index + 1)) {
      if (composeProfile(profile, [first, second]) !== undefined) continue
      const choice = (Object.keys(first.picks) as ChoiceId[]).find((id) => {
        const other = second.picks[id]
        return other !== undefined && other.option !== first.picks[id]?.option
      })
      const slot = first.slots?.find((one) => second.slots?.includes(one))
      const reason =
        choice !== undefined
          ? `each sets a different option of ${choice}`
          : slot !== undefined
            ? `both are ${slot} effects`
            : 'one hides the effect of the other'
      return `${first.id} and ${second.id} cannot be combined: ${reason}.`
    }
  return `These variants cannot be combined: ${variants.map(({ id }) => id).join(', ')}.`
}

/** Removes the choices that are keys of `left` from the picks for single operations. */
const withoutChoices = (at: Profile['at'], left: object): Profile['at'] =>
  mapPlaces(at, (id) => !Object.hasOwn(left, id))

/** Removes picks of a profile that do not apply to its other picks, except those in `ownPicks`. */
function withoutIdlePicks(profile: Profile, ownPicks: object): Profile {
  const whole = picksAt(profile)
  const keptIds = choiceIds.filter(
    (id) =>
      profile.picks[id] !== undefined && (Object.hasOwn(ownPicks, id) || choiceApplies(id, whole)),
  )
  const picks = Object.fromEntries(keptIds.map((id) => [id, profile.picks[id]])) as Profile['picks']
  const at = mapPlaces(profile.at, (id, place) => choiceApplies(id, picksAt(profile, place)))
  return { ...profile, picks, at }
}

const mapPlaces = (
  at: Profile['at'],
  keeps: (id: ChoiceId, place: OperationId) => boolean,
): Profile['at'] =>
  mapFields(at, (picks, place) =>
    Object.fromEntries(
      Object.entries(picks ?? {}).filter(([id]) => keeps(id as ChoiceId, place as OperationId)),
    ),
  )

/**
 * Packs variants into few runs: each variant goes into the first run that can play it. `isFree`
 * returns false for variants that must not be in one run.
 */
export function packRuns(
  profile: Profile,
  variants: readonly Variant[],
  isFree: (batch: readonly Variant[]) => boolean = () => true,
): readonly (readonly Variant[])[] {
  // One run is enough if it can play all variants.
  if (isFree(variants) && composeProfile(profile, variants) !== undefined)
    return variants.length === 0 ? [] : [variants]
  const batches: Variant[][] = []
  for (const variant of variants) {
    const freeBatch = batches.find((batch) => {
      const together = [...batch, variant]
      return isFree(together) && composeProfile(profile, together) !== undefined
    })
    if (freeBatch === undefined) batches.push([variant])
    else freeBatch.push(variant)
  }
  return batches
}

/** The variants of one choice. A run picks one of them, or none, which has the id `choice=`. */
type ChoiceVariants = readonly { readonly id: string; readonly variant: Variant | undefined }[]

/** The key of a pair of variant ids. */
const pairKey = (a: string, b: string) => (a < b ? `${a}\n${b}` : `${b}\n${a}`)

/**
 * Plans runs that contain every possible pair of options of different choices (a covering array of
 * strength 2). The profile's own option is one of the options. Each run takes the options that
 * cover most of the remaining pairs. At most `maxRuns` are planned; `uncovered` is the number of
 * pairs that are then left.
 */
export function planPairs(
  profile: Profile,
  variants: readonly Variant[],
  maxRuns: number,
): { readonly batches: readonly (readonly Variant[])[]; readonly uncovered: number } {
  const byChoice = Map.groupBy(variants, ({ option, id }) => option?.choice ?? id)
  const factors = Array.from(byChoice, ([name, own]): ChoiceVariants => [
    { id: `${name}=`, variant: undefined },
    ...own.map((variant) => ({ id: variant.id, variant })),
  ])
  const left = allPairs(profile, factors)
  const weights = () => {
    const weight = new Map<string, number>()
    for (const pair of left)
      for (const id of pair.split('\n')) weight.set(id, (weight.get(id) ?? 0) + 1)
    return weight
  }
  const batches: Variant[][] = []
  while (left.size > 0 && batches.length < maxRuns) {
    const { batch, ids } = fillRun(profile, factors, left, weights())
    let covered = 0
    for (const [index, a] of ids.entries())
      for (const b of ids.slice(index + 1)) covered += left.delete(pairKey(a, b)) ? 1 : 0
    if (covered === 0) break
    batches.push(batch)
  }
  return { batches, uncovered: left.size }
}

/** The keys of all pairs of options that can be in one run. */
function allPairs(profile: Profile, factors: readonly ChoiceVariants[]): Set<string> {
  const pairs = new Set<string>()
  const canPlay = (one: Variant | undefined, two: Variant | undefined) =>
    one === undefined || two === undefined || composeProfile(profile, [one, two]) !== undefined
  for (const [index, factor] of factors.entries())
    for (const other of factors.slice(index + 1))
      for (const one of factor)
        for (const two of other)
          if (canPlay(one.variant, two.variant)) pairs.add(pairKey(one.id, two.id))
  return pairs
}

/** Picks for each choice the option that covers most pairs with the options picked before. */
function fillRun(
  profile: Profile,
  factors: readonly ChoiceVariants[],
  uncoveredPairs: ReadonlySet<string>,
  weight: ReadonlyMap<string, number>,
): { readonly batch: Variant[]; readonly ids: readonly string[] } {
  const weightOf = (id: string) => weight.get(id) ?? 0
  const most = (factor: ChoiceVariants) => Math.max(...factor.map(({ id }) => weightOf(id)))
  const batch: Variant[] = []
  const ids: string[] = []
  for (const factor of factors.toSorted((a, b) => most(b) - most(a))) {
    const gain = (id: string) =>
      ids.filter((other) => uncoveredPairs.has(pairKey(id, other))).length
    const ranked = factor.toSorted(
      (a, b) => gain(b.id) - gain(a.id) || weightOf(b.id) - weightOf(a.id),
    )
    const picked = ranked.find(
      ({ variant }) =>
        variant === undefined || composeProfile(profile, [...batch, variant]) !== undefined,
    )
    if (picked !== undefined) ids.push(picked.id)
    if (picked?.variant !== undefined) batch.push(picked.variant)
  }
  return { batch, ids }
}
