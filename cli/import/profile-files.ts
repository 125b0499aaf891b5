import { join } from 'node:path'
import type { JsonObject } from '../../contract/json.ts'
import { documented, type Profile } from '../../contract/picks.ts'
import { ProfileError, readProfile, toProfileDocument } from '../../contract/profile.ts'
import {
  effectivePicks,
  entriesOverBase,
  type ProfileEntries,
} from '../../contract/profile/over-base.ts'
import type { ProfileSection } from '../../contract/profile/read-entries.ts'
import { knownProfiles } from '../../contract/shipped-names.ts'
import type { Imported } from '../../traffic/import/import.ts'
import type { BaseProfile } from '../../traffic/import/profile/choose-base.ts'
import { mergeEntries } from '../../traffic/import/profile/merge-entries.ts'
import { UsageError } from '../command-line.ts'
import { baseName } from '../profile-text.ts'
import { loadPlacedProfile } from '../world-data.ts'
import { documentsIn, type EarlierFolder } from './folder.ts'

const size = (value: unknown) => JSON.stringify(value).length

const emptyProfileEntries: ProfileEntries = { picks: {}, answers: {}, operations: {} }

type ProfileContext = {
  readonly folder: string
  /** The profile that the imported profile is based on. */
  readonly base: BaseProfile
  readonly isNewer: boolean
}

/** The files of the profile: the name of its base, and the entries that differ from the base. */
export async function profileFiles(
  { document: whole, deleted }: Imported['profile'],
  earlier: EarlierFolder | undefined,
  { folder, base, isNewer }: ProfileContext,
): Promise<Readonly<Record<string, JsonObject>>> {
  const place = join(folder, 'profile')
  // Uses the base only if the profile is then shorter: a very different base needs many removals.
  const hasBase =
    base.name !== documented.name && size(entriesOverBase(whole, base.profile)) < size(whole)
  const target = hasBase
    ? { name: baseName(base.name, place), profile: base.profile }
    : { name: undefined, profile: documented }
  const imported = hasBase
    ? entriesOverBase(whole, target.profile)
    : { ...emptyProfileEntries, ...whole }
  const oldEntries = await earlierEntries(earlier, place, target)
  const { picks, answers, operations } = isNewer
    ? mergeEntries(oldEntries, imported, deleted)
    : mergeEntries(imported, oldEntries, earlier?.marker.deleted_seeds ?? {})
  const knownFamilies = base.profile.operations ?? {}
  const part = (isKnown: boolean) =>
    Object.fromEntries(
      Object.entries(operations).filter(([name]) => Object.hasOwn(knownFamilies, name) === isKnown),
    )
  const parts = {
    'answers.yaml': { answers },
    'operations.yaml': { operations: part(true) },
    'operations-recorded.yaml': { operations: part(false) },
  }
  const filledParts = Object.entries(parts).filter(([, sections]) =>
    Object.values(sections).some((entries) => Object.keys(entries).length > 0),
  )
  return {
    'picks.yaml': {
      name: whole.name,
      ...(target.name !== undefined && { base: target.name }),
      picks: effectivePicks({ picks, answers }, target.profile),
    },
    ...Object.fromEntries(filledParts),
  }
}

/** The entries in one section of an earlier import's profile. */
export const earlierSection = (
  earlier: EarlierFolder | undefined,
  name: ProfileSection,
): JsonObject =>
  Object.assign(
    {},
    ...documentsIn(earlier, 'profile').map(({ document }) => document[name] ?? {}),
  ) as JsonObject

/** The entries of an earlier import's profile that differ from a base. Throws `UsageError`. */
async function earlierEntries(
  earlier: EarlierFolder | undefined,
  place: string,
  newBase: { readonly name: string | undefined; readonly profile: Profile },
): Promise<ProfileEntries> {
  const documents = documentsIn(earlier, 'profile').map(({ document }) => document)
  const entries = {
    picks: earlierSection(earlier, 'picks'),
    answers: earlierSection(earlier, 'answers'),
    operations: earlierSection(earlier, 'operations'),
  }
  const base = documents.map((document) => document['base']).find((name) => name !== undefined)
  if (base === newBase.name) return entries
  try {
    const old = typeof base === 'string' ? await loadNamedBase(base, place) : undefined
    const whole = toProfileDocument(readProfile({ ...entries, ...(old && { base }) }, '', old))
    const overBase = entriesOverBase(whole, newBase.profile)
    // Omits removals of entries of the new base that the earlier import did not know.
    const part = (name: ProfileSection) =>
      Object.fromEntries(
        Object.entries(overBase[name]).filter(([entry]) => Object.hasOwn(whole[name] ?? {}, entry)),
      )
    return { picks: part('picks'), answers: part('answers'), operations: part('operations') }
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new UsageError(`${place}: ${error.path.join('.')}: ${error.message}`)
  }
}

const loadNamedBase = async (name: string, place: string): Promise<Profile> =>
  (await loadPlacedProfile(knownProfiles.includes(name) ? name : join(place, name))).profile
