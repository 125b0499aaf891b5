import { worksUnderMaintenance } from '../../contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { settingsOf } from '../state/settings.ts'
import type { World } from '../state/world.ts'
import type { Matched } from './match.ts'

const retryAfter = { 'retry-after': '300' }

/** While the platform is under maintenance, only sign-in and administration answer. */
export function maintain(world: World, { path }: Matched): void {
  if (!settingsOf(world.store).maintenance_mode || worksUnderMaintenance(path)) return
  throw new ApiError('maintenance', 'The platform is under maintenance. Try again later.', {
    headers: retryAfter,
  })
}
