import * as z from 'zod/mini'
import { member, memberRole, organization } from '../records/organization.ts'
import { deleted } from '../records/shared.ts'
import { label, optionalText, pageQuery } from './fields.ts'
import { list, type Operation } from './operation.ts'

/** `POST /api/orgs`, and `PUT`, which replaces the whole record. */
export const organizationBody = z.object({ name: label, description: optionalText })

/** `POST /api/orgs/{org_id}/members`: a user by id or email address. */
const newMemberBody = z
  .object({ user_id: optionalText, email: optionalText, role: z.nullish(memberRole) })
  .check(
    z.refine(({ user_id, email }) => Boolean(user_id ?? email), {
      path: ['user_id'],
      error: 'Either `user_id` or `email` is needed',
    }),
  )

/** `PATCH /api/orgs/{org_id}/members/{user_id}`. */
const memberRoleBody = z.object({ role: memberRole })

const governed = { clause: '1', answer: 'envelope' } as const satisfies Partial<Operation>
const one = '/api/orgs/{org_id}'
const changed = {
  kind: 'organization',
  by: 'org_id',
  writeAccess: true,
} as const satisfies Operation['loads']
const changedMember = {
  kind: 'member',
  by: 'user_id',
  writeAccess: true,
} as const satisfies Operation['loads']

/** Organizations and their members (1: named only). */
export const organizationOperations = {
  'orgs.list': { ...list, path: '/api/orgs', clause: '1', query: pageQuery, record: organization },
  'orgs.create': {
    ...governed,
    method: 'POST',
    path: '/api/orgs',
    body: organizationBody,
    record: organization,
    auditAction: 'organization.created',
  },
  'orgs.read': {
    ...governed,
    method: 'GET',
    path: one,
    loads: { kind: 'organization', by: 'org_id' },
    record: organization,
  },
  'orgs.replace': {
    ...governed,
    method: 'PUT',
    path: one,
    loads: changed,
    body: organizationBody,
    record: organization,
    auditAction: 'organization.updated',
  },
  'orgs.delete': {
    ...governed,
    method: 'DELETE',
    path: one,
    loads: changed,
    record: deleted,
    refuses: ['not-permitted'],
    auditAction: 'organization.deleted',
  },
  'orgs.members': {
    ...list,
    path: `${one}/members`,
    clause: '1',
    loads: { kind: 'organization', by: 'org_id' },
    query: pageQuery,
    record: member,
  },
  'orgs.add-member': {
    ...governed,
    method: 'POST',
    path: `${one}/members`,
    loads: changed,
    body: newMemberBody,
    record: member,
    refuses: ['resource-missing', 'state-conflict', 'not-permitted'],
    auditAction: 'organization.member-added',
  },
  'orgs.change-role': {
    ...governed,
    method: 'PATCH',
    path: `${one}/members/{user_id}`,
    loads: changedMember,
    body: memberRoleBody,
    record: member,
    refuses: ['state-conflict', 'not-permitted'],
    auditAction: 'organization.role-changed',
  },
  'orgs.remove-member': {
    ...governed,
    method: 'DELETE',
    path: `${one}/members/{user_id}`,
    loads: changedMember,
    record: deleted,
    refuses: ['state-conflict', 'not-permitted'],
    auditAction: 'organization.member-removed',
  },
} as const satisfies Record<string, Operation>
