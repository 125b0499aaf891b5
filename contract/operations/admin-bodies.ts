import * as z from 'zod/mini'
import { pageQuery } from './fields.ts'
import { limits, ownLimits } from '../limits.ts'

const optionalText = z.nullish(z.string())
const emailAddress = z.string().check(z.minLength(3), z.maxLength(254))
const newPassword = z
  .string()
  .check(z.minLength(ownLimits.passwordLength.min), z.maxLength(ownLimits.passwordLength.max))
const searchText = z
  .string()
  .check(z.minLength(limits.searchLength.min), z.maxLength(limits.searchLength.max))

/** `POST /api/admin/users`. */
export const createUserBody = z.object({
  email: emailAddress,
  password: newPassword,
  username: optionalText,
  display_name: optionalText,
  is_admin: z.nullish(z.boolean()),
})

/** `PATCH /api/admin/users/{user_id}`; what is absent or null stays. */
export const updateUserBody = z.object({
  email: z.nullish(emailAddress),
  username: optionalText,
  display_name: optionalText,
})

/** `PATCH …/active` of a user or a key: false makes an account a restricted one. */
export const activeBody = z.object({ is_active: z.boolean() })

/** `PATCH /api/admin/users/{user_id}/admin`. */
export const adminBody = z.object({ is_admin: z.boolean() })

/** `PATCH /api/admin/users/{user_id}/quota`: 0 is unlimited, `null` inherits the default (8). */
export const quotaBody = z.object({ token_quota: z.nullable(z.int().check(z.nonnegative())) })

/** `POST /api/admin/users/{user_id}/reset-password`. */
export const resetPasswordBody = z.object({ new_password: newPassword })

/** `PATCH /api/admin/settings`; what is absent or null stays. */
export const settingsBody = z.object({
  maintenance_mode: z.nullish(z.boolean()),
  registration_enabled: z.nullish(z.boolean()),
  default_token_quota: z.nullish(z.int().check(z.nonnegative())),
})

/** Lists of users: `q` looks through addresses and names. */
export const usersQuery = z.extend(pageQuery, { q: z.optional(searchText) })

/** Lists of what belongs to users: of one of them where `user_id` is given. */
export const ownedQuery = z.extend(pageQuery, { user_id: z.optional(z.string()) })

/** The audit log: entries of one action, or of one who acted, where given. */
export const auditQuery = z.extend(pageQuery, {
  action: z.optional(z.string()),
  actor_id: z.optional(z.string()),
})

/** `GET /api/admin/analytics/usage`: how many days back, today included. */
export const usageQuery = z.object({
  days: z.optional(z.int().check(z.gte(ownLimits.usageDays.min), z.lte(ownLimits.usageDays.max))),
})
