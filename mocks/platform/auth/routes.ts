import type { StoredUser, User } from '../../../contract/records/user.ts'
import { ApiError } from '../../world/api-error.ts'
import type { RequestContext } from '../request-context.ts'
import { addAuditEntry } from '../admin/audit-log.ts'
import { verifyJwt } from '../../world/jwt.ts'
import { conversationOwner, everyone } from '../../world/store.ts'
import { createAccessToken, createRefreshToken } from '../../world/tokens.ts'
import type { World } from '../../world/world.ts'
import type { Route } from '../route.ts'
import { loginBody, refreshBody } from '../../../contract/operations/auth.ts'

export const authRoutes = {
  'auth.login': (visit) => {
    const { email, password } = visit.bodyAs(loginBody)
    const user = visit.world.store.users
      .owned(everyone, 'oldest')
      .find((one) => one.email === email)
    if (user === undefined || user.password !== password) {
      addAuditEntry(visit.world, user, 'auth.sign-in-failed', null)
      throw new ApiError('login-failed', 'The e-mail address or the password is wrong.')
    }
    return createSession(visit, user, visit.world.random.uuid('session', user.id))
  },
  'auth.refresh': (visit) => {
    const { world, behaviour } = visit
    const claims = verifyJwt(visit.bodyAs(refreshBody).refresh_token, world.jwtSecret)
    const user = world.store.users.get(claims?.sub ?? '')
    if (claims?.type !== 'refresh' || user === undefined)
      throw new ApiError('refresh-refused', 'This is not a refresh token of ours.')
    if (claims.exp * 1000 <= world.clock.now())
      throw new ApiError('token-expired', 'The refresh token has expired; sign in again.')
    const { refreshRotation } = behaviour.policy.credentials
    if (!world.sessions.useRefreshToken(user.id, claims, refreshRotation))
      throw new ApiError(
        'refresh-refused',
        'This refresh token was used or replaced; sign in again.',
      )
    return behaviour.policy.credentials.refreshResponse(createSession(visit, user, claims.sid))
  },
  'auth.verify': ({ caller }) => ({
    valid: true,
    user_id: caller.user.id,
    credential: caller.key === undefined ? 'access_token' : 'api_key',
    expires_at: caller.expiresAt === undefined ? null : new Date(caller.expiresAt).toISOString(),
  }),
  'auth.me': ({ world, caller }) => userView(world, caller.user),
} satisfies Record<string, Route>

/** What a login answers (2.7). */
function createSession(visit: RequestContext, user: StoredUser, id: string) {
  const { world, behaviour } = visit
  const { accessSeconds, tokenType, restrictedCanSignIn } = behaviour.policy.credentials
  if (user.is_restricted && !restrictedCanSignIn)
    throw new ApiError('account-restricted', 'This account is restricted.')
  return {
    access_token: createAccessToken(world, user, accessSeconds, id),
    refresh_token: createRefreshToken(world, user, id),
    token_type: tokenType,
    expires_in: accessSeconds,
    user: userView(world, user),
  }
}

/** A user as they see themselves: without what only the platform may know. */
export function userView({ store }: World, user: StoredUser): User {
  const {
    password: _secret,
    is_restricted: _state,
    token_quota: _quota,
    notifications: _wishes,
    created_at: _when,
    ...shown
  } = user
  const isOwn = (record: { readonly user_id: string }) => record.user_id === user.id
  return {
    ...shown,
    has_connector: store.connectors.owned(everyone, 'newest').some(isOwn),
    has_agent: store.agents.owned(everyone, 'newest').some(isOwn),
    has_conversation: store.conversations.count(conversationOwner(user.id, 'active')) > 0,
  }
}
