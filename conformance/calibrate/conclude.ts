import { type ChoiceId, choices, unmetConditions } from '../../contract/choices.ts'
import type { Choice } from '../../contract/choices/choice.ts'
import type { Pick, Profile } from '../../contract/picks.ts'
import { isSameUnderEachOption } from '../../contract/profile/hidden-picks.ts'
import { findOperation } from '../../contract/operations/operation-index.ts'
import { excerpt } from '../report/evidence.ts'
import { operationOf, type Evidence } from '../session/exchange.ts'
import { formatValue } from '../session/json.ts'
import type { ObservedOption } from './look.ts'

/** An operation of the contract; `undefined` for any request outside the contract. */
type OperationPlace = NonNullable<ReturnType<typeof findOperation>> | undefined

export type SeenPick = { readonly pick: Pick; readonly from: readonly Evidence[] }

/** The result for one choice, concluded from all responses. */
export type ChoiceResult =
  | (SeenPick & {
      readonly state: 'seen'
      /**
       * Picks of single operations: those that differ from `pick` or that `NeedsOwnPick` requires.
       */
      readonly at: ReadonlyMap<NonNullable<OperationPlace>, SeenPick>
      /** Whether the choice applies only at the operations in `at`. */
      readonly isOnlyAt: boolean
      /** Descriptions of the responses that show none of the options. */
      readonly others: readonly string[]
    })
  | {
      readonly state: 'conflict'
      readonly looks: ReadonlyMap<string, readonly ObservedOption[]>
    }
  /** The calibration tried the choice, but no response showed it. Another choice may hide it. */
  | { readonly state: 'unseen'; readonly reason: string }
  | {
      readonly state: 'unknown'
      readonly reason: string
      /** Set if a larger plan or an additional flag would show the choice. */
      readonly isLeftOut?: true
    }

/** Whether an operation gets its own pick of a choice, even if it equals the usual pick. */
export type NeedsOwnPick = (id: ChoiceId, place: NonNullable<OperationPlace>) => boolean

/** Returns the option of a choice at an operation; `undefined` if the option is not known. */
type OptionAt = (id: ChoiceId, place: OperationPlace) => string | undefined

/** Returns the option that applies at an operation. */
export function optionIn(
  found: ChoiceResult | undefined,
  place: OperationPlace,
): string | undefined {
  if (found?.state !== 'seen') return undefined
  const placePick = place && found.at.get(place)?.pick
  return placePick?.option ?? (found.isOnlyAt ? undefined : found.pick.option)
}

/**
 * Concludes each choice after the choices that it depends on. Stores the results in `found`. Does
 * not change choices without observed options.
 */
export function concludeAll(
  looks: ReadonlyMap<ChoiceId, readonly ObservedOption[]>,
  found: Map<ChoiceId, ChoiceResult>,
  needsOwnPick?: NeedsOwnPick,
): void {
  const open = new Set(looks.keys())
  const resolve = (id: ChoiceId): ChoiceResult | undefined => {
    if (open.delete(id))
      found.set(id, concludeChoice(id, looks.get(id) ?? [], optionAt, needsOwnPick))
    return found.get(id)
  }
  const optionAt: OptionAt = (id, place) => optionIn(resolve(id), place)
  for (const id of looks.keys()) resolve(id)
}

/**
 * Concludes a choice from all responses that show it: one pick, a pick with exceptions for single
 * operations, or a conflict if one operation shows two options.
 */
export function concludeChoice(
  id: ChoiceId,
  looks: readonly ObservedOption[],
  optionAt: OptionAt,
  needsOwnPick: NeedsOwnPick = () => false,
): ChoiceResult {
  const applicable = looks.filter((look) => {
    const place = operationAt(look)
    return choiceApplies(id, place, optionAt) && hasRequiredOptions(look, place, optionAt)
  })
  const shown = applicable.filter(({ option }) => option !== undefined)
  const others = applicable.flatMap((look) => (look.option === undefined ? responseText(look) : []))
  if (shown.length === 0) return concludeUnobserved(id, looks, others)
  for (const there of Map.groupBy(shown, requestOf).values()) {
    const byPick = Map.groupBy(there, optionText)
    if (byPick.size > 1) return { state: 'conflict', looks: byPick }
  }
  const byPlace = Map.groupBy(shown, operationAt)
  // If operations outside the contract show different options, no default follows from them.
  const outside = Map.groupBy(byPlace.get(undefined) ?? [], optionText)
  if (outside.size > 1 && byPlace.size === 1) return { state: 'conflict', looks: outside }
  if (outside.size > 1) byPlace.delete(undefined)
  const invalid = shown.find((look) => !isAllowed(id, look))
  if (invalid !== undefined) {
    const reason = `no profile accepts the observed value: ${excerpt(formatValue(invalid.value), 200)}`
    return { state: 'unknown', reason }
  }
  const mainPick = usualPick(id, byPlace)
  const at = new Map<NonNullable<OperationPlace>, SeenPick>()
  const from: Evidence[] = []
  let isOnlyAt = !choiceApplies(id, undefined, optionAt)
  for (const [place, there] of byPlace) {
    const exchanges = there.map(({ exchange }) => exchange)
    const [look] = there
    if (look === undefined) continue
    const differs = isOnlyAt || optionText(look) !== optionText(mainPick)
    if (place !== undefined && (differs || needsOwnPick(id, place)))
      at.set(place, { pick: toPick(look), from: exchanges })
    else from.push(...exchanges)
  }
  if (at.size === 0) isOnlyAt = false
  const evidence = from.length > 0 ? from : [mainPick.exchange]
  return { state: 'seen', pick: toPick(mainPick), from: evidence, at, isOnlyAt, others }
}

/** Drops options of operations whose responses the answers of the base profile decide. */
export const withoutFixed = (
  id: ChoiceId,
  looks: readonly ObservedOption[],
  base: Profile | undefined,
): readonly ObservedOption[] =>
  base === undefined
    ? looks
    : looks.filter((look) => !isSameUnderEachOption(base, id, operationAt(look)))

function concludeUnobserved(
  id: ChoiceId,
  looks: readonly ObservedOption[],
  others: readonly string[],
): ChoiceResult {
  const [other] = others
  if (other !== undefined) {
    const options = Object.keys(choices[id].options).join(', ')
    return { state: 'unknown', reason: `none of the options (${options}) was seen, but ${other}` }
  }
  const reason =
    looks.length === 0 ? 'no response showed it' : 'it only showed where it does not apply'
  return { state: 'unseen', reason }
}

/** The operation of an observed option: the one in `at`, else the operation of the request. */
function operationAt({ at, exchange }: ObservedOption): OperationPlace {
  const { method, path } = at ?? exchange.request
  return findOperation(method, path)
}

/** The operation of an observed option as text, also for an operation outside the contract. */
const requestOf = (look: ObservedOption): string =>
  operationAt(look) ?? operationOf(look.at ?? look.exchange.request)

/**
 * Whether a choice applies at an operation, given the picks of the choices that it depends on. A
 * choice without a pick is treated as its default, because the profile plays the default.
 */
const choiceApplies = (id: ChoiceId, place: OperationPlace, optionAt: OptionAt): boolean =>
  unmetConditions(id, (other) => optionAt(other, place) ?? choices[other].default).length === 0

/** Whether the choices that an observation names in `given` have the required options. */
const hasRequiredOptions = (
  { given = {} }: ObservedOption,
  place: OperationPlace,
  optionAt: OptionAt,
): boolean =>
  Object.entries(given).every(([other, allowed]) =>
    allowed.includes(optionAt(other as ChoiceId, place) ?? ''),
  )

export const optionText = ({ option, value }: ObservedOption): string =>
  value === undefined ? String(option) : `${option}: ${JSON.stringify(value)}`

const toPick = ({ option, value }: ObservedOption): Pick =>
  value === undefined ? { option: String(option) } : { option: String(option), value }

function isAllowed(id: ChoiceId, { option, value }: ObservedOption): boolean {
  const { options }: Choice = choices[id]
  return value === undefined || options[String(option)]?.value?.safeParse(value).success === true
}

/**
 * Returns the pick for all operations that were not observed: the pick outside the contract, else
 * the most frequent pick. Among equally frequent picks, the default of the table wins.
 */
function usualPick(
  id: ChoiceId,
  byPlace: ReadonlyMap<OperationPlace, readonly ObservedOption[]>,
): ObservedOption {
  const outside = byPlace.get(undefined)?.[0]
  if (outside !== undefined) return outside
  const first = [...byPlace.values()].flatMap(([look]) => look ?? [])
  const byPick = [...Map.groupBy(first, optionText).values()]
  const rank = (group: readonly ObservedOption[]) =>
    group.length * 2 + Number(group[0]?.option === choices[id].default)
  const [best] = byPick.toSorted((a, b) => rank(b) - rank(a))
  return best?.[0] as ObservedOption
}

function responseText({ exchange, came }: ObservedOption): string {
  const { method, path } = exchange.request
  return `${method} ${path.replace(/\?.*/s, '')}: ${came ?? `status ${exchange.status}`}`
}
