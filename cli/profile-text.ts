import { relative } from 'node:path'
import * as folder from '../contract/authoring/profile-folder.ts'
import type { Profile } from '../contract/picks.ts'
import { knownProfiles } from '../contract/shipped-names.ts'
import { UsageError } from './command-line.ts'

export type { LoadedProfile } from '../contract/authoring/profile-folder.ts'

/**
 * Reads a profile in YAML or JSON. Its base can only be a shipped profile. Throws `UsageError` with
 * the line of a problem.
 */
export const readProfileText = (
  text: string,
  file: string,
  shipped: folder.ShippedProfiles,
): Promise<Profile> => asUsageError(folder.readProfileText(text, file, shipped))

/**
 * Reads a profile from a file or a folder. Throws `UsageError` with the line of a problem, or an
 * error of the file system.
 */
export const loadProfilePath = (
  path: string,
  shipped: folder.ShippedProfiles,
): Promise<folder.LoadedProfile> => asUsageError(folder.loadProfilePath(path, shipped))

const asUsageError = <Result>(reading: Promise<Result>): Promise<Result> =>
  reading.catch((error: unknown) => {
    throw error instanceof folder.ProfileFileError
      ? new UsageError(...error.message.split('\n'))
      : error
  })

/** Returns how a file in the folder `from` names a base: by name if shipped, otherwise by path. */
export const baseName = (given: string, from: string): string =>
  knownProfiles.includes(given) ? given : relative(from, given).replaceAll('\\', '/')
