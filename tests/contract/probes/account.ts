import { setQuota } from '../../../mocks/platform/settings.ts'
import type { Mounted } from '../../support/transports.ts'
import { signIn, type Visitor } from '../../support/visitor.ts'

/** The stored user whom `signIn` signs in. */
export function accountIn({ fake }: Mounted) {
  const users = [...fake.world().store.users.values()]
  const user = users.find(({ email }) => email === 'demo@example.com')
  if (user === undefined) throw new Error('The fixture has no user demo@example.com.')
  return user
}

/** Signs in, in a month without history, as a user whose first counted turn uses up the quota. */
export async function signInLimited(mounted: Mounted): Promise<Visitor> {
  const world = mounted.fake.world()
  world.clock.freeze(Date.parse('2027-03-10T12:00:00.000Z'))
  setQuota(world, accountIn(mounted), 1)
  return signIn(mounted)
}
