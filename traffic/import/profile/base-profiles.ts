import { isObject } from '../../../contract/json.ts'
import { documented } from '../../../contract/picks.ts'
import type { profileNames } from '../../../contract/shipped-names.ts'
import type { BaseProfile } from './imported-profile.ts'

/** Loads each shipped profile, as the plain data of `readProfile`. */
export type ProfileLoaders = Readonly<Record<(typeof profileNames)[number], () => Promise<unknown>>>

/** The profiles that an import may begin with: the specification alone, and the shipped ones. */
export async function loadBaseProfiles(shipped: ProfileLoaders): Promise<readonly BaseProfile[]> {
  const loaded = await Promise.all(
    Object.entries(shipped).map(async ([name, load]) => ({ name, document: await load() })),
  )
  const all = [{ name: documented.name, document: { name: documented.name } }, ...loaded]
  return all.flatMap(({ name, document }) => (isObject(document) ? [{ name, document }] : []))
}
