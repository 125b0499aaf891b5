import type { Target } from '../../conformance/session/test-session.ts'
import { accessToken } from '../../mocks/state/tokens.ts'
import type { World } from '../../mocks/state/world.ts'

/** All that the judge can be given in a world: two of its users, and a token that has expired. */
export function targetIn(world: World, baseUrl: string): Target {
  const { users, showcase } = world.plan.fixture
  const [user, other] = showcase.users
  const owner = users.find(({ email }) => email === user?.email)
  return {
    baseUrl,
    email: user?.email,
    password: user?.password,
    otherEmail: other?.email,
    otherPassword: other?.password,
    expiredToken: owner && accessToken(world, owner, -60),
  }
}
