import { type BaseProfile, loadBaseProfiles } from '../../traffic/import/profile/choose-base.ts'
import { loadPlacedProfile, shippedProfiles } from '../world-data.ts'

/** The profiles that an import may begin with: the shipped ones, or the given one. */
export async function loadBases(given: string | undefined): Promise<readonly BaseProfile[]> {
  const known = await loadBaseProfiles(shippedProfiles)
  if (given === undefined) return known
  const named = known.filter(({ name }) => name === given)
  return named.length > 0 ? named : [await loadBase(given)]
}

async function loadBase(path: string): Promise<BaseProfile> {
  const { profile } = await loadPlacedProfile(path)
  return { name: path, profile }
}
