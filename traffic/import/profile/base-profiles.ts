import { documented } from '../../../contract/picks.ts'
import { readProfile } from '../../../contract/profile.ts'
import type { profileNames } from '../../../contract/shipped-names.ts'
import type { BaseProfile } from './imported-profile.ts'

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
