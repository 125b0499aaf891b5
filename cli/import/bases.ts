import { isObject } from '../../contract/json.ts'
import { ProfileFileError, loadWholeDocument } from '../../authoring/profile-folder.ts'
import { loadBaseProfiles } from '../../traffic/import/profile/base-profiles.ts'
import type { BaseProfile } from '../../traffic/import/profile/imported-profile.ts'
import { UsageError } from '../command-line.ts'
import { shippedProfiles } from '../world-data.ts'

/** The profiles that an import may begin with: the shipped ones, or the given one. */
export async function loadBases(given: string | undefined): Promise<readonly BaseProfile[]> {
  const known = await loadBaseProfiles(shippedProfiles)
  if (given === undefined) return known
  const named = known.filter(({ name }) => name === given)
  return named.length > 0 ? named : [await loadBase(given)]
}

async function loadBase(path: string): Promise<BaseProfile> {
  const document = await loadWholeDocument(path).catch((error: unknown) => {
    if (error instanceof ProfileFileError) throw new UsageError(...error.message.split('\n'))
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new UsageError(
      `--profile ${path} can't be read (${code}): use a shipped profile, or a YAML file or a folder of them.`,
    )
  })
  if (!isObject(document)) throw new UsageError(`--profile ${path} is no profile.`)
  return { name: path, document }
}
