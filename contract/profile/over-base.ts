import { type ChoiceId, choices } from '../choices.ts'
import { isObject, isSameJson, type JsonObject } from '../json.ts'
import type { Profile } from '../picks.ts'
import { ProfileError, type ProfileDocument, readProfile, toProfileDocument } from '../profile.ts'
import { type ProfileSection, without } from './read-entries.ts'
import { hiddenPicks } from './hidden-picks.ts'

/** The entries of a document by section. `null` removes an entry of the base. */
export type ProfileEntries = { readonly [Section in ProfileSection]: JsonObject }

/**
 * Reduces a profile to its differences from a base: the entries that differ, and `null` for the
 * answers and families that the profile lacks.
 */
export function entriesOverBase(whole: ProfileDocument, base: Profile): ProfileEntries {
  const given = toProfileDocument(base)
  const answers = differences(given.answers, whole.answers, () => null)
  const operations = differences(given.operations, whole.operations, () => null)
  const { picks: inherited } = toProfileDocument(readProfile({ base: '', answers }, '', base))
  const picks = differences(inherited, whole.picks, defaultOf)
  return { picks: effectivePicks({ picks, answers }, base), answers, operations }
}

const defaultOf = (id: string) => choices[id as ChoiceId].default

/** Returns the entries of `after` that differ. `absent` gives the value of a missing entry. */
function differences(
  before: JsonObject = {},
  after: JsonObject = {},
  absent: (name: string) => unknown,
): JsonObject {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  const entryIn = (entries: JsonObject, name: string) =>
    Object.hasOwn(entries, name) ? entries[name] : absent(name)
  return Object.fromEntries(
    names
      .filter((name) => !isSameJson(entryIn(after, name), entryIn(before, name)))
      .map((name) => [name, entryIn(after, name)]),
  )
}

/**
 * Removes picks without effect: picks that another pick makes irrelevant, and picks that an answer
 * of the document or of its base overrides.
 */
export function effectivePicks(
  { picks, answers = {} }: { readonly picks: JsonObject; readonly answers?: JsonObject },
  base?: Profile,
): JsonObject {
  const [profile, applying] = readApplying(picks, { ...(base && { base: '' }), answers }, base)
  return hiddenPicks(profile).reduce(
    (left, { path: [, id = '', , operation] }) => withoutPick(left, id, operation),
    applying,
  )
}

/** Reads picks, and drops picks that do not apply, because a profile with such picks is refused. */
function readApplying(
  picks: JsonObject,
  rest: JsonObject,
  base: Profile | undefined,
): readonly [profile: Profile, picks: JsonObject] {
  try {
    return [readProfile({ ...rest, picks }, '', base), picks]
  } catch (error) {
    const id = error instanceof ProfileError ? (error.path[1] ?? '') : ''
    if (!Object.hasOwn(picks, id)) throw error
    return readApplying(without(picks, [id]), rest, base)
  }
}

/** Removes the pick of a choice: the general pick, or the pick of a single operation. */
function withoutPick(picks: JsonObject, id: string, operation: string | undefined): JsonObject {
  const pick = picks[id]
  const at = isObject(pick) && isObject(pick['at']) ? pick['at'] : {}
  const left =
    operation === undefined
      ? { at }
      : { ...(isObject(pick) ? pick : {}), at: without(at, [operation]) }
  const isEmpty = Object.keys(left).length === 1 && Object.keys(left.at).length === 0
  return isEmpty ? without(picks, [id]) : { ...picks, [id]: left }
}
