import { type ChoiceId, choices } from '../choices.ts'
import { isObject, isSameJson, type JsonObject } from '../json.ts'
import type { Profile } from '../picks.ts'
import { ProfileError, type ProfileDocument, readProfile, toProfileDocument } from '../profile.ts'
import { type ProfileSection, withoutFields } from './read-entries.ts'
import { hiddenPicks } from './hidden-picks.ts'

/** The entries of a document by section. `null` removes an entry of the base. */
export type ProfileEntries = { readonly [Section in ProfileSection]: JsonObject }

/**
 * Reduces a profile to its differences from a base: the entries that differ, and `null` for the
 * answers and families that the profile lacks.
 */
export function entriesOverBase(document: ProfileDocument, base: Profile): ProfileEntries {
  const given = toProfileDocument(base)
  const answers = changedEntries(given.answers, document.answers, () => null)
  const operations = changedEntries(given.operations, document.operations, () => null)
  const { picks: inherited } = toProfileDocument(readProfile({ base: '', answers }, '', base))
  const picks = changedEntries(inherited, document.picks, defaultOptionOf)
  return { picks: effectivePicks({ picks, answers }, base), answers, operations }
}

const defaultOptionOf = (id: string) => choices[id as ChoiceId].default

/** Returns the entries of `after` that differ from `before`. `absent` returns missing values. */
function changedEntries(
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
  const [profile, applying] = readApplicablePicks(
    picks,
    { ...(base && { base: '' }), answers },
    base,
  )
  return hiddenPicks(profile).reduce(
    (left, { path: [, id = '', , operation] }) => withoutPick(left, id, operation),
    applying,
  )
}

/** Reads picks, and drops picks that do not apply, because a profile with such picks is refused. */
function readApplicablePicks(
  picks: JsonObject,
  otherEntries: JsonObject,
  base: Profile | undefined,
): readonly [profile: Profile, picks: JsonObject] {
  try {
    return [readProfile({ ...otherEntries, picks }, '', base), picks]
  } catch (error) {
    const id = error instanceof ProfileError ? (error.path[1] ?? '') : ''
    if (!Object.hasOwn(picks, id)) throw error
    return readApplicablePicks(withoutFields(picks, [id]), otherEntries, base)
  }
}

/** Removes the pick of a choice: the general pick, or the pick of a single operation. */
function withoutPick(picks: JsonObject, id: string, operation: string | undefined): JsonObject {
  const pick = picks[id]
  const at = isObject(pick) && isObject(pick['at']) ? pick['at'] : {}
  const left =
    operation === undefined
      ? { at }
      : { ...(isObject(pick) ? pick : {}), at: withoutFields(at, [operation]) }
  const isEmpty = Object.keys(left).length === 1 && Object.keys(left.at).length === 0
  return isEmpty ? withoutFields(picks, [id]) : { ...picks, [id]: left }
}

/** A part of a profile that can set the content, type, redirect or headers of responses. */
export type ResponsePart = 'operations' | 'answers' | 'base' | 'the pick of `http.headers`'

/**
 * Finds the first part of a profile document that can set response content; `undefined` if the
 * document only picks options. Ignores parts that are equal in `trusted`.
 */
export function foreignResponsePart(
  profile: JsonObject,
  trusted: JsonObject = {},
): ResponsePart | undefined {
  // `base` is included because a base can have answers and operations.
  const part = (['operations', 'answers', 'base'] as const).find(
    (name) => profile[name] !== undefined && !isSameJson(profile[name], trusted[name]),
  )
  if (part !== undefined) return part
  const headers = headersPickOf(profile)
  const isOwn = headers !== undefined && headers !== null && headers !== 'none'
  return isOwn && !isSameJson(headers, headersPickOf(trusted))
    ? 'the pick of `http.headers`'
    : undefined
}

const headersPickOf = ({ picks }: JsonObject): unknown =>
  isObject(picks) ? picks['http.headers'] : undefined
