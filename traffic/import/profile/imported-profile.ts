import type { JsonObject } from '../../../contract/json.ts'
import { documented, type Profile } from '../../../contract/picks.ts'
import { type ProfileDocument, readProfile } from '../../../contract/profile.ts'
import type { profileNames } from '../../../contract/shipped-names.ts'

/** A profile that an import can begin with. */
export type BaseProfile = { readonly name: string; readonly profile: Profile }

/** Loads each shipped profile, as the plain data of `readProfile`. */
export type ProfileLoaders = Readonly<Record<(typeof profileNames)[number], () => Promise<unknown>>>

/** The profiles that an import may begin with: the specification alone, and the shipped ones. */
export async function loadBaseProfiles(shipped: ProfileLoaders): Promise<readonly BaseProfile[]> {
  const loaded = await Promise.all(
    Object.entries(shipped).map(async ([name, load]) => ({
      name,
      profile: readProfile(await load(), name),
    })),
  )
  return [{ name: documented.name, profile: documented }, ...loaded]
}

export type ProfileImportOptions = {
  /** The profiles to choose from. With one, that is taken. */
  readonly bases: readonly BaseProfile[]
  /** The picks that were read from the recordings, by choice, as a profile has them. */
  readonly picks?: () => JsonObject
}

/** How much of a recording a base profile explains. */
export type BaseScore = {
  readonly name: string
  /** The successful exchanges whose operation it has. */
  readonly known: number
  /** Those of them whose body has the shape that it declares. */
  readonly sameShape: number
  /** The successful exchanges of the recording. */
  readonly of: number
}

/** The profile of an import. */
export type ImportedProfile = {
  /** The whole profile as plain data, with what it has of its base. */
  readonly document: ProfileDocument
  readonly base: {
    readonly name: string
    readonly reason: string
    readonly scores: readonly BaseScore[]
  }
  /** The operations in which it differs from the base, and how: `GET /api/skills: a record of skills`. */
  readonly operations: readonly string[]
  /** What is less than it was in the recording: templates, and what was left out by a limit. */
  readonly notes: readonly string[]
}
