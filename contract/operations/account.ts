import { type Endpoint, list, type Inputs } from './operation.ts'
import { pageQuery, optionalFlag, optionalText } from './fields.ts'
import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { turnMode } from '../records/agent.ts'
import { notifications } from '../records/user.ts'

const { username, passwordLength } = ownLimits

const timeZone = z.string().check(z.refine(isTimeZone))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

/** `PATCH /api/auth/profile`: what is absent stays, null is the default again. */
export const profileBody = z.object({
  display_name: optionalText,
  username: z.nullish(z.string().check(z.minLength(username.min), z.maxLength(username.max))),
  system_instructions: optionalText,
  preferred_language: optionalText,
  timezone: z.nullish(timeZone),
  avatar: optionalText,
  onboarding_completed: optionalFlag,
  default_agent_id: optionalText,
  default_exec_mode: z.nullish(turnMode),
  default_reasoning: optionalText,
})

/** `POST /api/auth/change-password`. */
export const changePasswordBody = z.object({
  current_password: z.string(),
  new_password: z.string().check(z.minLength(passwordLength.min), z.maxLength(passwordLength.max)),
})

/** `PUT /api/me/notifications`: what is absent stays. */
export const notificationsBody = z.partial(notifications)

const own = { section: '-', access: 'bearer', scope: 'unlisted' } as const

/** The caller's own account: profile, password, sessions, usage. */
export const accountOperations = {
  'auth.profile': {
    ...own,
    method: 'PATCH',
    path: '/api/auth/profile',
    reply: 'envelope',
    record: 'user',
    refuses: ['state-conflict', 'resource-missing'],
  },
  'auth.change-password': {
    ...own,
    method: 'POST',
    path: '/api/auth/change-password',
    reply: 'envelope',
    record: 'changed',
    refuses: ['request-senseless'],
    audited: 'user.password-changed',
  },
  'me.usage': { ...own, method: 'GET', path: '/api/me/usage', reply: 'record', record: 'ownUsage' },
  'me.sessions': {
    ...own,
    ...list,
    path: '/api/me/sessions',
    record: 'session',
  },
  'me.revoke-sessions': {
    ...own,
    method: 'POST',
    path: '/api/me/sessions/revoke-all',
    reply: 'record',
    record: 'revoked',
    audited: 'user.logged-out',
  },
  'me.notifications.read': {
    ...own,
    method: 'GET',
    path: '/api/me/notifications',
    reply: 'record',
    record: 'notifications',
  },
  'me.notifications.update': {
    ...own,
    method: 'PUT',
    path: '/api/me/notifications',
    reply: 'record',
    record: 'notifications',
  },
  // Whoever holds a ticket may chat, so a key that may not must get none.
  'chat.ticket': {
    ...own,
    method: 'POST',
    path: '/api/chat/ticket',
    scope: 'chat',
    reply: 'record',
    record: 'ticket',
  },
} as const satisfies Record<string, Endpoint>

/** What the operations in `endpoints/account.ts` take. */
export const accountInputs = {
  'auth.profile': { body: profileBody },
  'auth.change-password': { body: changePasswordBody },
  'me.sessions': { query: pageQuery },
  'me.notifications.update': { body: notificationsBody },
} as const satisfies Inputs
