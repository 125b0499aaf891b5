import { choices } from '../../../contract/choices.ts'
import { isObject, isSameJson, type JsonObject, ownField } from '../../../contract/json.ts'

/** A pick for all operations, and picks for single operations. */
type PickPlaces = { readonly default?: unknown; readonly at?: JsonObject }

const toPickPlaces = (pick: unknown): PickPlaces =>
  isObject(pick) && ('at' in pick || 'default' in pick)
    ? (pick as PickPlaces)
    : pick === undefined
      ? {}
      : { default: pick }

/** Adds picks of single operations to a pick, in the form of a profile. */
function withOperationPicks(
  { default: usual, at = {} }: PickPlaces,
  addedPicks: JsonObject,
): unknown {
  const all = Object.entries({ ...at, ...addedPicks }).filter(
    ([, pick]) => !isSameJson(pick, usual),
  )
  if (all.length === 0) return usual
  return { ...(usual !== undefined && { default: usual }), at: Object.fromEntries(all) }
}

/** Adds recorded picks to those of a base. The picks of unrecorded operations stay as in the base. */
export function addPicks(base: JsonObject, seen: JsonObject): JsonObject {
  const joined = Object.entries(seen).map(([id, pick]) => {
    const { at = {}, ...usual } = toPickPlaces(pick)
    return [id, withOperationPicks({ ...toPickPlaces(base[id]), ...usual }, at)] as const
  })
  return { ...base, ...Object.fromEntries(joined) }
}

/** Adds picks for the list forms of single operations. */
export function withListForms(
  allPicks: JsonObject,
  lists: Readonly<Record<string, string>>,
): JsonObject {
  if (Object.keys(lists).length === 0) return allPicks
  return {
    ...allPicks,
    'lists.envelope': withOperationPicks(toPickPlaces(allPicks['lists.envelope']), lists),
  }
}

/** What picks decide: `lists.envelope`, and for one operation `lists.envelope GET /api/agents`. */
export const decisionsOf = (picks: JsonObject): readonly string[] =>
  Object.entries(picks).flatMap(([id, pick]) => {
    const { default: usual, at = {} } = toPickPlaces(pick)
    const places = Object.keys(at).map((place) => `${id} ${place}`)
    return usual === undefined ? places : [id, ...places]
  })

/** The picks of a recording that differ from a base, and the decisions that it shows. */
type RecordedPicks = { readonly picks: JsonObject; readonly shown?: readonly string[] | undefined }

/**
 * Merges the picks of two recordings over the same base. The newer one only replaces what it shows,
 * also what it shows as in the base.
 */
export function mergeRecordedPicks(
  base: JsonObject,
  older: RecordedPicks,
  newer: RecordedPicks,
): JsonObject {
  const merged = Object.keys({ ...older.picks, ...newer.picks }).flatMap((id) => {
    const inherited = base[id] ?? ownField(choices, id)?.default
    const read = ({ picks, shown = decisionsOf(picks) }: RecordedPicks) => {
      const { default: usual, at = {} } = toPickPlaces(picks[id] ?? inherited)
      const places = shown.filter((one) => one.startsWith(`${id} `))
      const own = places.map((one) => one.slice(id.length + 1))
      const there = own.map((place) => [place, at[place] ?? usual ?? inherited] as const)
      return { usual, at, there: Object.fromEntries(there), isUsualShown: shown.includes(id) }
    }
    const [before, after] = [read(older), read(newer)]
    const { usual } = before.isUsualShown && !after.isUsualShown ? before : after
    const pick = withOperationPicks(
      { default: usual, at: after.at },
      { ...before.there, ...after.there },
    )
    return isSameJson(pick, inherited) ? [] : [[id, pick] as const]
  })
  return Object.fromEntries(merged)
}
