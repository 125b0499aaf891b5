import { newRecords } from '../../../contract/new-records.ts'
import type { accountOperations } from '../../../contract/operations/account.ts'
import type { Notifications, StoredUser } from '../../../contract/records/user.ts'
import type { OwnUsage } from '../../../contract/records/portal.ts'
import type { Session } from '../../../contract/records/credentials.ts'
import { ApiError, missingResource } from '../../world/api-error.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { listAnswers, dailyTrend } from '../portal/activity.ts'
import { quotaOf, tokensUsed } from '../settings.ts'
import { everyone } from '../../world/store.ts'
import { createChatTicket } from '../../world/tokens.ts'
import { visibilityFor } from '../sharing.ts'
import { userView } from '../auth/session.ts'
import { paginate } from '../paginate.ts'
import { withDefaults } from '../body-fields.ts'

const usageDays = 30

export const accountRoutes: Routes<typeof accountOperations> = {
  'auth.profile': (context) => {
    const { world, caller } = context
    const defaults = { ...newRecords.users, username: null as StoredUser['username'] }
    const changes = withDefaults(context.body, defaults)
    const { username, default_agent_id: agent } = changes
    const { user } = caller
    // Unchanged values are not checked, because a client may send the whole profile back.
    if (typeof username === 'string' && username !== user.username)
      refuseTakenName(context, username)
    if (typeof agent === 'string' && agent !== user.default_agent_id)
      refuseInvisibleAgent(context, agent)
    return userView(world, world.store.users.update(user, changes))
  },
  'auth.change-password': (context) => {
    const { current_password, new_password } = context.body
    const { user } = context.caller
    // The error is not a 401, because a web client ends its session on a 401.
    if (user.password !== current_password)
      throw new ApiError('request-senseless', 'The current password is wrong.')
    context.world.store.users.update(user, { password: new_password })
    return { changed: true }
  },
  'me.usage': ({ world, caller: { user } }): OwnUsage => {
    const tokens_used = tokensUsed(world, user)
    const token_quota = quotaOf(world, user)
    return {
      month: world.clock.iso().slice(0, 7),
      tokens_used,
      token_quota,
      tokens_left: token_quota === 0 ? null : Math.max(0, token_quota - tokens_used),
      days: dailyTrend(listAnswers(world.store, user.id), world.clock.now(), usageDays),
    }
  },
  'me.sessions': (context) => paginate(context, liveSessions(context)),
  'me.revoke-sessions': (context) => {
    const { world, caller, behaviour } = context
    const revoked = liveSessions(context).length
    if (behaviour.policy.portal.revokesRefreshTokens) world.sessions.end(caller.user.id)
    else world.sessions.revoke(caller.user.id)
    return { revoked }
  },
  'me.notifications.read': ({ caller }) => caller.user.notifications ?? notificationDefaults,
  'me.notifications.update': (context) => {
    const { user } = context.caller
    const notifications = {
      ...(user.notifications ?? notificationDefaults),
      ...withDefaults(context.body, notificationDefaults),
    }
    context.world.store.users.update(user, { notifications })
    return notifications
  },
  'chat.ticket': ({ world, caller }) => ({
    ticket: createChatTicket(world, caller.user, caller.session),
  }),
}

/** The notification settings of a new user. */
const notificationDefaults: Notifications = {
  by_email: true,
  in_app: true,
  turn_done: false,
  approval_requested: true,
  workflow_failed: true,
  quota_nearly_used: true,
}

/** The sessions of the caller that have not expired. */
function liveSessions({ world, caller, behaviour }: RequestContext): Session[] {
  const { refreshRotation } = behaviour.policy.credentials
  const sessions = world.sessions.list(caller.user.id)
  return (refreshRotation === 'single-session' ? sessions.slice(0, 1) : sessions)
    .filter(({ expires_at }) => Date.parse(expires_at) > world.clock.now())
    .map((session) => ({ ...session, is_current: session.id === caller.session }))
}

function refuseTakenName({ world, caller }: RequestContext, username: string): void {
  const users = world.store.users.owned(everyone, 'oldest')
  if (users.some((user) => user.username === username && user.id !== caller.user.id))
    throw new ApiError('state-conflict', `The username \`${username}\` is taken.`)
}

function refuseInvisibleAgent({ world, caller }: RequestContext, id: string): void {
  const agent = world.store.agents.get(id)
  if (agent === undefined || !visibilityFor(world, 'agents', caller.user.id)(agent))
    throw missingResource('agent', id)
}
