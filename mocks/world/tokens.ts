import { ownLimits } from '../../contract/limits.ts'
import type { StoredUser } from '../../contract/records/user.ts'
import { type Claims, signJwt } from './sessions.ts'
import type { World } from './world.ts'

/** Creates an access token for a user, valid for this many seconds (2.7). */
export function createAccessToken(
  world: World,
  user: StoredUser,
  seconds: number,
  session = '',
): string {
  return sign(world, user, 'access', seconds, session).token
}

/** Creates a refresh token for a session of a user, and makes it the newest one. */
export function createRefreshToken(world: World, user: StoredUser, session: string): string {
  const { token, id } = sign(world, user, 'refresh', ownLimits.refreshTokenSeconds, session)
  const now = world.clock.now()
  const expires = new Date(now + ownLimits.refreshTokenSeconds * 1000)
  const refreshed_at = world.clock.iso()
  world.sessions.addRefreshToken(user.id, id, {
    id: session,
    started_at: refreshed_at,
    refreshed_at,
    expires_at: expires.toISOString(),
  })
  return token
}

/**
 * Creates a ticket, valid for one minute. It replaces the credential in the body of a chat request.
 */
export function createChatTicket(world: World, user: StoredUser, session = ''): string {
  return sign(world, user, 'ticket', ownLimits.ticketSeconds, session).token
}

function sign(world: World, user: StoredUser, type: Claims['type'], seconds: number, session = '') {
  const iat = Math.floor(world.clock.now() / 1000)
  const id = world.random.id(`${type}-token`, user.id)
  const claims = {
    sub: user.id,
    email: user.email,
    type,
    iat,
    exp: iat + seconds,
    jti: id,
    sid: session,
    revocations: world.sessions.revocations(user.id),
    world: world.name,
  }
  return { id, token: signJwt(claims, world.jwtSecret) }
}
