import * as z from 'zod/mini'
import { member, memberRole, organization } from '../records/organization.ts'
import { deleted } from '../records/shared.ts'
import { label, optionalText, pageQuery } from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

/** The body of `POST /api/orgs`, and of `PUT`, which replaces the record. */
export const organizationBody = z.object({ name: label, description: optionalText })

/** The body of `POST /api/orgs/{org_id}/members`: a user by id or email address. */
const newMemberBody = z
  .object({ user_id: optionalText, email: optionalText, role: z.nullish(memberRole) })
  .check(
    z.refine(({ user_id, email }) => Boolean(user_id || email), {
      path: ['user_id'],
      error: 'Either `user_id` or `email` is needed',
    }),
  )

/** The body of `PATCH /api/orgs/{org_id}/members/{user_id}`. */
const memberRoleBody = z.object({ role: memberRole })

const organizationResponse = {
  clause: '1',
  answer: 'envelope',
  record: organization,
} as const satisfies Partial<Operation>
const organizationPath = '/api/orgs/{org_id}'
const loadsOrganization = {
  kind: 'organization',
  by: 'org_id',
} as const satisfies Operation['loads']
const organizationChange = {
  ...organizationResponse,
  path: organizationPath,
  loads: { ...loadsOrganization, writeAccess: true },
} as const satisfies Partial<Operation>
const memberChange = {
  ...organizationResponse,
  path: `${organizationPath}/members/{user_id}`,
  loads: { kind: 'member', by: 'user_id', writeAccess: true },
  record: member,
} as const satisfies Partial<Operation>

/** Organizations and their members (1: named only). */
export const organizationOperations = {
  'orgs.list': {
    ...listOperation,
    path: '/api/orgs',
    clause: '1',
    query: pageQuery,
    record: organization,
  },
  'orgs.create': {
    ...organizationResponse,
    method: 'POST',
    path: '/api/orgs',
    body: organizationBody,
    auditAction: 'organization.created',
  },
  'orgs.read': {
    ...organizationResponse,
    method: 'GET',
    path: organizationPath,
    loads: loadsOrganization,
  },
  'orgs.replace': {
    ...organizationChange,
    method: 'PUT',
    body: organizationBody,
    auditAction: 'organization.updated',
  },
  'orgs.delete': {
    ...organizationChange,
    method: 'DELETE',
    record: deleted,
    refuses: ['not-permitted'],
    auditAction: 'organization.deleted',
  },
  'orgs.members': {
    ...listOperation,
    path: `${organizationPath}/members`,
    clause: '1',
    loads: loadsOrganization,
    query: pageQuery,
    record: member,
  },
  'orgs.add-member': {
    ...organizationChange,
    method: 'POST',
    path: `${organizationPath}/members`,
    body: newMemberBody,
    record: member,
    refuses: ['resource-missing', 'state-conflict', 'not-permitted'],
    auditAction: 'organization.member-added',
  },
  'orgs.change-role': {
    ...memberChange,
    method: 'PATCH',
    body: memberRoleBody,
    refuses: ['state-conflict', 'not-permitted'],
    auditAction: 'organization.role-changed',
  },
  'orgs.remove-member': {
    ...memberChange,
    method: 'DELETE',
    record: deleted,
    refuses: ['state-conflict', 'not-permitted'],
    auditAction: 'organization.member-removed',
  },
} as const satisfies Record<string, Operation>
