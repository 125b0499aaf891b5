import * as folder from '../authoring/profile-folder.ts'
import type { Profile } from '../contract/picks.ts'
import { UsageError } from './command-line.ts'

export type { LoadedProfile } from '../authoring/profile-folder.ts'

/** Reads a profile in YAML or JSON; throws `UsageError` with the line of a problem. */
export function readProfileText(text: string, file: string): Profile {
  try {
    return folder.readProfileText(text, file)
  } catch (error) {
    throw asUsageError(error)
  }
}

/**
 * Reads a profile from a file or a folder. Throws `UsageError` with the line of a problem; the errors
 * of the file system otherwise.
 */
export const loadProfilePath = (path: string): Promise<folder.LoadedProfile> =>
  folder.loadProfilePath(path).catch((error: unknown) => {
    throw asUsageError(error)
  })

const asUsageError = (error: unknown): unknown =>
  error instanceof folder.ProfileFileError ? new UsageError(...error.message.split('\n')) : error
