import type { documented } from '../../contract/picks.ts'
import type { profileNames } from '../../contract/shipped-names.ts'

/** The names of the profiles that every server has. */
export const shippedProfiles: readonly [typeof documented.name, ...typeof profileNames] = [
  'documented',
  'deployed-0.8',
]
