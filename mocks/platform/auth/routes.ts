import type { authOperations } from '../../../contract/operations/auth.ts'
import { ApiError } from '../../world/api-error.ts'
import type { Routes } from '../request-context.ts'
import { addAuditEntry } from '../admin/audit-log.ts'
import { verifyJwt } from '../../world/sessions.ts'
import { userWithEmail } from '../../world/store.ts'
import { createSession, requireMaySignIn, userView } from './session.ts'

export const authRoutes: Routes<typeof authOperations> = {
  'auth.login': (context) => {
    const { email, password } = context.body
    const user = userWithEmail(context.world.store, email)
    if (user === undefined || user.password !== password) {
      addAuditEntry(context.world, user, 'auth.sign-in-failed', null)
      throw new ApiError('login-failed', 'The e-mail address or the password is wrong.')
    }
    return createSession(context, user, context.world.random.id('session', user.id))
  },
  'auth.refresh': (context) => {
    const { world, behaviour } = context
    const claims = verifyJwt(context.body.refresh_token, world.jwtSecret)
    const user = world.store.users.get(claims?.sub ?? '')
    if (claims?.type !== 'refresh' || user === undefined) {
      const condition = claims === undefined ? 'refresh-refused' : 'refresh-misused'
      throw new ApiError(condition, 'The refresh token is invalid; sign in again.')
    }
    if (claims.exp * 1000 <= world.clock.now())
      throw new ApiError('token-expired', 'The refresh token has expired; sign in again.')
    // A refusal must not use up the token, because the account may be enabled again.
    requireMaySignIn(context, user)
    const { refreshRotation } = behaviour.policy.credentials
    if (!world.sessions.useRefreshToken(user.id, claims, refreshRotation))
      throw new ApiError('refresh-spent', 'This refresh token was used or replaced; sign in again.')
    return behaviour.policy.credentials.refreshResponse(createSession(context, user, claims.sid))
  },
  'auth.verify': ({ caller }) => ({
    valid: true,
    user_id: caller.user.id,
    credential: caller.key === undefined ? 'access_token' : 'api_key',
    expires_at: caller.expiresAt === undefined ? null : new Date(caller.expiresAt).toISOString(),
  }),
  'auth.me': ({ world, caller }) => userView(world, caller.user),
}
