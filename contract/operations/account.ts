import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { turnMode } from '../records/agent.ts'
import { notifications, user } from '../records/user.ts'
import { changed, ownUsage } from '../records/portal.ts'
import { session, revoked, ticket } from '../records/credentials.ts'
import { optionalFlag, optionalText, pageQuery, textWithin } from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

const timeZone = z.string().check(z.refine(isTimeZone))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

/** The body of `PATCH /api/auth/profile`: absent fields stay unchanged, null sets the default. */
export const profileBody = z.object({
  display_name: optionalText,
  username: z.nullish(textWithin(ownLimits.username)),
  system_instructions: optionalText,
  preferred_language: optionalText,
  timezone: z.nullish(timeZone),
  avatar: optionalText,
  onboarding_completed: optionalFlag,
  default_agent_id: optionalText,
  default_exec_mode: z.nullish(turnMode),
  default_reasoning: optionalText,
})

/** The body of `POST /api/auth/change-password`. */
const changePasswordBody = z.object({
  current_password: z.string(),
  new_password: textWithin(ownLimits.passwordLength),
})

/** The body of `PUT /api/me/notifications`: absent fields stay unchanged. */
const notificationsBody = z.partial(notifications)

/** The account of the caller: profile, password, sessions, usage. */
export const accountOperations = {
  'auth.profile': {
    method: 'PATCH',
    path: '/api/auth/profile',
    body: profileBody,
    answer: 'envelope',
    record: user,
    refuses: ['state-conflict', 'resource-missing'],
    auditAction: 'user.profile-updated',
  },
  'auth.change-password': {
    method: 'POST',
    path: '/api/auth/change-password',
    body: changePasswordBody,
    answer: 'envelope',
    record: changed,
    refuses: ['request-senseless'],
    auditAction: 'user.password-changed',
  },
  'me.usage': { method: 'GET', path: '/api/me/usage', answer: 'record', record: ownUsage },
  'me.sessions': { ...listOperation, path: '/api/me/sessions', query: pageQuery, record: session },
  'me.revoke-sessions': {
    method: 'POST',
    path: '/api/me/sessions/revoke-all',
    answer: 'record',
    record: revoked,
    auditAction: 'user.logged-out',
  },
  'me.notifications.read': {
    method: 'GET',
    path: '/api/me/notifications',
    answer: 'record',
    record: notifications,
  },
  'me.notifications.update': {
    method: 'PUT',
    path: '/api/me/notifications',
    body: notificationsBody,
    answer: 'record',
    record: notifications,
  },
  // The operation needs the scope `chat`, because a ticket gives access to chat.
  'chat.ticket': {
    method: 'POST',
    path: '/api/chat/ticket',
    scope: 'chat',
    answer: 'record',
    record: ticket,
  },
} as const satisfies Record<string, Operation>
