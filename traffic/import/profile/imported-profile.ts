import type { JsonObject } from '../../../contract/json.ts'

/** A profile that an import can begin with, as the plain data of `readProfile`. */
export type BaseProfile = { readonly name: string; readonly document: JsonObject }

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

/** The profile of an import: the parts of a folder that `serve --profile` plays, as plain data. */
export type ImportedProfile = {
  /** The documents by the names of their files, such as `picks.yaml`. Each is a part of a profile. */
  readonly files: Readonly<Record<string, JsonObject>>
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
