import { type ChoiceId, choiceIds, maskingChoice, maskingChoices } from '../../contract/choices.ts'
import type { Pick, Picks, Profile } from '../../contract/picks.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { quoteMasked } from '../report/evidence.ts'
import type { Mask } from '../report/mask.ts'
import { type ChoiceResult, optionIn, type SeenPick } from './conclude.ts'
import type { Evidence } from '../session/exchange.ts'

/** `repeated`: several responses show the same option. `single`: only one response shows it. */
type Confidence = 'repeated' | 'single'

/** A pick with the responses that showed it. */
export type EvidencedPick = {
  readonly pick: Pick
  readonly confidence: Confidence
  /** Lines about responses that showed the pick, such as `GET /api/agents: 200`. */
  readonly evidence: readonly string[]
}

/** The result of a calibration for one choice. */
export type Observation = { readonly id: ChoiceId } & (
  | (EvidencedPick & {
      readonly state: 'seen'
      /** Picks that single operations need, by the name of the operation in a profile. */
      readonly at?: Readonly<Record<string, EvidencedPick>>
      /** Set if the choice applies only at the operations in `at`. */
      readonly onlyAt?: true
      /** Lines about responses that show no option. The profile has no pick for these responses. */
      readonly others?: readonly string[]
    })
  | { readonly state: 'conflict'; readonly seen: Readonly<Record<string, readonly string[]>> }
  | { readonly state: 'masked'; readonly by: ChoiceId }
  | {
      readonly state: 'unknown'
      readonly reason: string
      /** Set if the plan or the flags of this run exclude the choice. `reason` names the cause. */
      readonly isLeftOut?: true
    }
)

/**
 * Returns the share of unknown choices, from 0 to 1, among the choices that the plan and the flags
 * of the run include. A masked choice is not unknown, because no response can show it.
 */
export function unknownShare(observations: readonly Observation[]): number {
  const covered = observations.filter((each) => !(each.state === 'unknown' && each.isLeftOut))
  const unknownChoices = covered.filter(({ state }) => state === 'unknown')
  return covered.length === 0 ? 0 : unknownChoices.length / covered.length
}

/** Converts the result for a choice to an observation in which secrets are masked. */
function toObservation(id: ChoiceId, found: ChoiceResult, mask: Mask): Observation {
  if (found.state === 'seen') {
    const at = [...found.at].map(
      ([place, there]) => [operationName(place), evidencedPick(there, mask)] as const,
    )
    const others = found.others.map((line) => quoteMasked(line, mask))
    return {
      id,
      state: 'seen',
      ...evidencedPick(found, mask),
      ...(at.length > 0 && { at: Object.fromEntries(at) }),
      ...(found.isOnlyAt && { onlyAt: true }),
      ...(others.length > 0 && { others: [...new Set(others)] }),
    }
  }
  if (found.state === 'conflict') {
    const evidenceByOption = [...found.looks].map(([option, looks]) => {
      const exchanges = looks.map(({ exchange }) => exchange)
      return [option, evidenceLines(exchanges, mask)] as const
    })
    return { id, state: 'conflict', seen: Object.fromEntries(evidenceByOption) }
  }
  const leftOut = found.state === 'unknown' && found.isLeftOut ? { isLeftOut: true as const } : {}
  return { id, state: 'unknown', reason: quoteMasked(found.reason, mask), ...leftOut }
}

const evidencedPick = ({ pick, from }: SeenPick, mask: Mask): EvidencedPick => ({
  pick,
  confidence: new Set(from).size > 1 ? 'repeated' : 'single',
  evidence: evidenceLines(from, mask),
})

const maxLines = 3

function evidenceLines(exchanges: readonly Evidence[], mask: Mask): readonly string[] {
  const each = exchanges.map(({ request, status }) =>
    quoteMasked(`${request.method} ${request.path}: ${status}`, mask),
  )
  return [...new Set(each)].slice(0, maxLines)
}

/** Builds the profile of all observed picks. */
export function toProfile(found: ReadonlyMap<ChoiceId, ChoiceResult>): Profile {
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

/** One observation for each choice in `found`, in the order of the table of choices. */
export function toObservations(
  found: ReadonlyMap<ChoiceId, ChoiceResult>,
  mask: Mask,
): readonly Observation[] {
  return choiceIds.flatMap((id) => {
    const result = found.get(id)
    if (result === undefined) return []
    // The choice is certainly masked only if all choices that can mask it have a known result.
    const isSure = maskingChoices(id).every((other) => found.get(other)?.state !== 'unknown')
    const optionOf = (other: ChoiceId) => optionIn(found.get(other), undefined)
    const by = result.state === 'unseen' && isSure ? maskingChoice(id, optionOf) : undefined
    return by === undefined ? toObservation(id, result, mask) : { id, state: 'masked', by }
  })
}
