import { isEnvelope } from '../../../contract/body-form.ts'
import { isObject, isSameJson, type JsonObject } from '../../../contract/json.ts'

/** The option of `errors.success-error-field` that most bodies show; `undefined` without envelopes. */
function successErrorField(bodies: readonly unknown[]): 'null' | 'absent' | undefined {
  const envelopes = bodies.filter(isEnvelope)
  if (envelopes.length === 0) return undefined
  const withError = envelopes.filter((body) => 'error' in body).length
  return withError * 2 > envelopes.length ? 'null' : 'absent'
}

/**
 * The picks of a base, with those that were read from the recordings, and what the bodies show
 * by themselves: the field `error` of successes. Operations that were not recorded stay as in the base.
 */
export function joinedPicks(
  base: JsonObject,
  picks: JsonObject,
  bodies: readonly unknown[],
): JsonObject {
  const error = successErrorField(bodies)
  const seen = { ...(error !== undefined && { 'errors.success-error-field': error }), ...picks }
  const joined = Object.entries(seen).map(([id, pick]) => {
    const { at = {}, ...usual } = placesOf(pick)
    return [id, withPlaces({ ...placesOf(base[id]), ...usual }, at)] as const
  })
  return { ...base, ...Object.fromEntries(joined) }
}

/** Picks with the forms of single lists. */
export function withLists(all: JsonObject, lists: Readonly<Record<string, string>>): JsonObject {
  if (Object.keys(lists).length === 0) return all
  return { ...all, 'lists.envelope': withPlaces(placesOf(all['lists.envelope']), lists) }
}

/** A pick for all operations, and those of single ones. */
type Places = { readonly default?: unknown; readonly at?: JsonObject }

const placesOf = (pick: unknown): Places =>
  isObject(pick) && ('at' in pick || 'default' in pick)
    ? (pick as Places)
    : pick === undefined
      ? {}
      : { default: pick }

/** A pick as a profile has it, with further ones of single operations. */
function withPlaces({ default: usual, at = {} }: Places, more: JsonObject): unknown {
  const all = Object.entries({ ...at, ...more }).filter(([, pick]) => !isSameJson(pick, usual))
  if (all.length === 0) return usual
  return { ...(usual !== undefined && { default: usual }), at: Object.fromEntries(all) }
}
