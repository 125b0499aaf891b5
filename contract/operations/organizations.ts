import { changedByPath, type Endpoint, foundByPath, list, type Inputs } from './operation.ts'
import { pageQuery, label, optionalText } from './fields.ts'
import * as z from 'zod/mini'
import { memberRole } from '../records/organization.ts'

/** `POST /api/orgs`, and `PUT`, which replaces it. */
export const organizationBody = z.object({ name: label, description: optionalText })

/** `POST /api/orgs/{org_id}/members`: somebody by id or by e-mail address. */
export const newMemberBody = z
  .object({ user_id: optionalText, email: optionalText, role: z.nullish(memberRole) })
  .check(
    z.refine(({ user_id, email }) => Boolean(user_id ?? email), {
      path: ['user_id'],
      error: 'Either `user_id` or `email` is needed',
    }),
  )

/** `PATCH /api/orgs/{org_id}/members/{user_id}`. */
export const memberRoleBody = z.object({ role: memberRole })

const governed = { access: 'bearer', scope: 'unlisted', reply: 'envelope', section: '1' } as const
const one = '/api/orgs/{org_id}'
const changed = changedByPath('organization', 'org_id')
const changedMember = changedByPath('member', 'user_id')

/** Organizations and their members (1: named only). */
export const organizationsOperations = {
  'orgs.list': {
    ...list,
    path: '/api/orgs',
    section: '1',
    scope: 'unlisted',
    record: 'organization',
  },
  'orgs.create': {
    ...governed,
    method: 'POST',
    path: '/api/orgs',
    record: 'organization',
  },
  'orgs.read': {
    ...governed,
    method: 'GET',
    path: one,
    finds: foundByPath('organization', 'org_id'),
    record: 'organization',
  },
  'orgs.replace': {
    ...governed,
    method: 'PUT',
    path: one,
    finds: changed,
    record: 'organization',
  },
  'orgs.delete': {
    ...governed,
    method: 'DELETE',
    path: one,
    finds: changed,
    record: 'deleted',
    refuses: ['not-permitted'],
  },
  'orgs.members': {
    ...list,
    path: `${one}/members`,
    section: '1',
    scope: 'unlisted',
    finds: foundByPath('organization', 'org_id'),
    record: 'member',
  },
  'orgs.add-member': {
    ...governed,
    method: 'POST',
    path: `${one}/members`,
    finds: changed,
    record: 'member',
    refuses: ['resource-missing', 'state-conflict', 'not-permitted'],
  },
  'orgs.change-role': {
    ...governed,
    method: 'PATCH',
    path: `${one}/members/{user_id}`,
    finds: changedMember,
    record: 'member',
    refuses: ['state-conflict', 'not-permitted'],
  },
  'orgs.remove-member': {
    ...governed,
    method: 'DELETE',
    path: `${one}/members/{user_id}`,
    finds: changedMember,
    record: 'deleted',
    refuses: ['state-conflict', 'not-permitted'],
  },
} as const satisfies Record<string, Endpoint>

/** What the operations in `endpoints/organizations.ts` take. */
export const organizationsInputs = {
  'orgs.list': { query: pageQuery },
  'orgs.create': { body: organizationBody },
  'orgs.replace': { body: organizationBody },
  'orgs.members': { query: pageQuery },
  'orgs.add-member': { body: newMemberBody },
  'orgs.change-role': { body: memberRoleBody },
} as const satisfies Inputs
