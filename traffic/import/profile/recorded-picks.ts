import { isObject, type JsonObject } from '../../../contract/json.ts'
import { readProfile } from '../../../contract/profile.ts'
import { hiddenPicks } from '../../../contract/profile/hidden-picks.ts'
import { successErrorField } from './body-parts.ts'

/** The option of `lists.envelope` that a body shows; undefined for another form. */
export function listOption(body: unknown): string | undefined {
  if (Array.isArray(body)) return 'array'
  if (!isObject(body)) return undefined
  const keys = Object.keys(body).toSorted().join()
  if (keys === 'items,page,pages,size,total') return 'page'
  if (keys === 'items') return 'items'
  if (keys !== 'data,error,success' && keys !== 'data,success') return undefined
  if (Array.isArray(body['data'])) return 'data'
  return listOption(body['data']) === 'page' ? 'wrapped' : undefined
}

/**
 * The picks of a base, with those that were read from the recordings, and what the bodies show
 * by themselves: the field `error` of successes.
 */
export function joinedPicks(
  base: JsonObject,
  picks: JsonObject,
  bodies: readonly unknown[],
): JsonObject {
  const error = successErrorField(bodies)
  return {
    ...base,
    ...(error !== undefined && { 'errors.success-error-field': error }),
    ...picks,
  }
}

/** Picks with the forms of single lists. */
export function withLists(all: JsonObject, lists: Readonly<Record<string, string>>): JsonObject {
  if (Object.keys(lists).length === 0) return all
  const { 'lists.envelope': form } = all
  const usual = isObject(form) && ('at' in form || 'default' in form) ? form : { default: form }
  const at = { ...(isObject(usual['at']) ? usual['at'] : {}), ...lists }
  return {
    ...all,
    'lists.envelope': { ...(usual['default'] !== undefined && { default: usual['default'] }), at },
  }
}

/** The picks that have an effect: an answer that writes the whole body leaves none to some. */
export function effectivePicks(picks: JsonObject, answers: JsonObject): JsonObject {
  const hidden = hiddenPicks(readProfile({ picks, answers })).map(({ path }) => path)
  const left: Record<string, unknown> = { ...picks }
  for (const [, id = '', at, operation] of hidden) {
    const pick = left[id]
    if (at === undefined || operation === undefined) {
      if (isObject(pick) && isObject(pick['at'])) left[id] = { at: pick['at'] }
      else delete left[id]
    } else if (isObject(pick) && isObject(pick['at'])) {
      const { [operation]: _hidden, ...others } = pick['at']
      left[id] = { ...pick, at: others }
    }
  }
  return left
}
