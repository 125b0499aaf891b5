import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { turnMode } from '../records/conversation.ts'
import { notifications } from '../records/notifications.ts'

const text = z.nullish(z.string())
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
  display_name: text,
  username: z.nullish(z.string().check(z.minLength(username.min), z.maxLength(username.max))),
  system_instructions: text,
  preferred_language: text,
  timezone: z.nullish(timeZone),
  avatar: text,
  onboarding_completed: z.nullish(z.boolean()),
  default_agent_id: text,
  default_exec_mode: z.nullish(turnMode),
  default_reasoning: text,
})

/** `POST /api/auth/change-password`. */
export const changePasswordBody = z.object({
  current_password: z.string(),
  new_password: z.string().check(z.minLength(passwordLength.min), z.maxLength(passwordLength.max)),
})

/** `PUT /api/me/notifications`: what is absent stays. */
export const notificationsBody = z.partial(notifications)
