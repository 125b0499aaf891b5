import { ownLimits } from '../../contract/limits.ts'
import type { StoredUser } from '../../contract/records/user.ts'
import { signJwt } from './jwt.ts'
import type { World } from './world.ts'

/** Signs an access token of a user that lives for this many seconds from now (2.7). */
export function accessToken(world: World, user: StoredUser, seconds: number): string {
  return sign(world, user, 'access', seconds).token
}

/** Signs a refresh token and notes it as the user's newest. */
export function refreshToken(world: World, user: StoredUser): string {
  const { token, id } = sign(world, user, 'refresh', ownLimits.refreshTokenSeconds)
  world.sessions.issued(user.id, id)
  return token
}

function sign(world: World, user: StoredUser, type: 'access' | 'refresh', seconds: number) {
  const iat = Math.floor(world.clock.now() / 1000)
  const id = world.random.uuid(`${type}-token`, user.id)
  const claims = { sub: user.id, email: user.email, type, iat, exp: iat + seconds, jti: id }
  return { id, token: signJwt({ ...claims, world: world.name }, world.jwtSecret) }
}
