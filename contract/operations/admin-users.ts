import * as z from 'zod/mini'
import { limits, ownLimits } from '../limits.ts'
import { administeredUser, loggedOut } from '../records/administration.ts'
import { deleted } from '../records/shared.ts'
import { activeBody, optionalText, pageQuery, textWithin } from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

const emailAddress = z.string().check(z.minLength(3), z.maxLength(254))

const newPassword = textWithin(ownLimits.passwordLength)

/** The body of `POST /api/admin/users`. */
const createUserBody = z.object({
  email: emailAddress,
  password: newPassword,
  username: optionalText,
  display_name: optionalText,
  is_admin: z.nullish(z.boolean()),
})

/** The body of `PATCH /api/admin/users/{user_id}`: absent and null fields stay unchanged. */
const updateUserBody = z.object({
  email: z.nullish(emailAddress),
  username: optionalText,
  display_name: optionalText,
})

/** The body of `PATCH /api/admin/users/{user_id}/admin`. */
const adminBody = z.object({ is_admin: z.boolean() })

/** The body of `PATCH /api/admin/users/{user_id}/quota`: 0 is unlimited, null the default (8). */
const quotaBody = z.object({ token_quota: z.nullable(z.int().check(z.nonnegative())) })

/** The body of `POST /api/admin/users/{user_id}/reset-password`. */
const resetPasswordBody = z.object({ new_password: newPassword })

/** The query of the user list: `q` searches email addresses and names. */
const usersQuery = z.extend(pageQuery, { q: z.optional(textWithin(limits.searchLength)) })

/** Operations for administrators only; an API key needs the scope `admin` (4.7). */
export const adminAccess = {
  clause: '4.7',
  scope: 'admin',
  adminOnly: true,
} as const satisfies Partial<Operation>
const userById = {
  ...adminAccess,
  path: '/api/admin/users/{user_id}',
  loads: { kind: 'user', by: 'user_id' },
  answer: 'envelope',
  record: administeredUser,
} as const satisfies Partial<Operation>

/** Administration of users. */
export const userAdminOperations = {
  'admin.users.list': {
    ...listOperation,
    ...adminAccess,
    path: '/api/admin/users',
    query: usersQuery,
    record: administeredUser,
  },
  'admin.users.create': {
    ...adminAccess,
    method: 'POST',
    path: '/api/admin/users',
    body: createUserBody,
    answer: 'envelope',
    record: administeredUser,
    refuses: ['state-conflict'],
    auditAction: 'user.created',
  },
  'admin.users.update': {
    ...userById,
    method: 'PATCH',
    body: updateUserBody,
    refuses: ['state-conflict'],
    auditAction: 'user.updated',
  },
  'admin.users.set-active': {
    ...userById,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}/active',
    body: activeBody,
    refuses: ['request-senseless'],
    auditAction: 'user.activity-changed',
  },
  'admin.users.set-admin': {
    ...userById,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}/admin',
    body: adminBody,
    refuses: ['request-senseless'],
    auditAction: 'user.role-changed',
  },
  'admin.users.set-quota': {
    ...userById,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}/quota',
    body: quotaBody,
    auditAction: 'user.quota-changed',
  },
  'admin.users.reset-password': {
    ...userById,
    method: 'POST',
    path: '/api/admin/users/{user_id}/reset-password',
    body: resetPasswordBody,
    auditAction: 'user.password-reset',
  },
  'admin.users.force-logout': {
    ...userById,
    method: 'POST',
    path: '/api/admin/users/{user_id}/force-logout',
    record: loggedOut,
    auditAction: 'user.logged-out',
  },
  'admin.users.delete': {
    ...userById,
    method: 'DELETE',
    record: deleted,
    refuses: ['request-senseless'],
    auditAction: 'user.deleted',
  },
} as const satisfies Record<string, Operation>
