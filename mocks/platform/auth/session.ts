import type { StoredUser, User } from '../../../contract/records/user.ts'
import { ApiError } from '../../world/api-error.ts'
import { conversationOwner } from '../../world/store.ts'
import { createAccessToken, createRefreshToken } from '../../world/tokens.ts'
import type { World } from '../../world/world.ts'
import type { RequestContext } from '../request-context.ts'

/** Creates the tokens of a session (2.7). Throws for a restricted account that may not sign in. */
export function createSession(
  context: Pick<RequestContext, 'world' | 'behaviour'>,
  user: StoredUser,
  id: string,
) {
  const { world, behaviour } = context
  const { accessSeconds, tokenType } = behaviour.policy.credentials
  requireMaySignIn(context, user)
  return {
    access_token: createAccessToken(world, user, accessSeconds, id),
    refresh_token: createRefreshToken(world, user, id),
    token_type: tokenType,
    expires_in: accessSeconds,
    user: userView(world, user),
  }
}

export function requireMaySignIn(
  { behaviour }: Pick<RequestContext, 'behaviour'>,
  user: StoredUser,
): void {
  if (user.is_restricted && !behaviour.policy.credentials.restrictedCanSignIn)
    throw new ApiError('account-restricted', 'This account is restricted.')
}

export function userView({ store }: World, user: StoredUser): User {
  const {
    password: _password,
    is_restricted: _isRestricted,
    token_quota: _quota,
    notifications: _notifications,
    created_at: _createdAt,
    ...shown
  } = user
  const own = {
    order: 'newest',
    name: `of ${user.id}`,
    test: (record: { readonly user_id: string }) => record.user_id === user.id,
  } as const
  return {
    ...shown,
    has_connector: store.connectors.select(own).length > 0,
    has_agent: store.agents.select(own).length > 0,
    has_conversation: store.conversations.count(conversationOwner(user.id, 'active')) > 0,
  }
}
