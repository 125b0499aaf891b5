import type { JsonObject } from '../../../contract/json.ts'
import type { Profile } from '../../../contract/picks.ts'
import type { ProfileDocument } from '../../../contract/profile.ts'

/** A profile that an import can begin with. */
export type BaseProfile = { readonly name: string; readonly profile: Profile }

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
