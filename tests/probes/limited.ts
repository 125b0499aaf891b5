import { setQuota } from '../../mocks/state/quotas.ts'
import type { Mounted } from '../transports.ts'
import { signIn, type Visitor } from '../visitor.ts'

/** Signs in, in a month without history, as a user whose first counted turn uses up the quota. */
export async function signInLimited(mounted: Mounted): Promise<Visitor> {
  const world = mounted.fake.world()
  world.clock.freeze(Date.parse('2027-03-10T12:00:00.000Z'))
  for (const user of world.store.users.values())
    if (user.email === 'demo@example.com') setQuota(world, user, 1)
  return signIn(mounted)
}
