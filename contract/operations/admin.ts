import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import {
  administeredConversation,
  administeredKey,
  loggedOut,
  agentUsage,
  healthComponent,
  platformStats,
  usageAnalytics,
  auditEntry,
  settings,
} from '../records/administration.ts'
import { agent } from '../records/agent.ts'
import { message } from '../records/conversation.ts'
import { knowledgeBase } from '../records/knowledge-base.ts'
import { adminAccess } from './admin-users.ts'
import { activeBody, integerWithin, pageQuery } from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

/** The query of lists with records of all users: a page, optionally only records of one user. */
export const ownedQuery = z.extend(pageQuery, { user_id: z.optional(z.string()) })

/** The query of the audit log: a page, optionally only with one action or one actor. */
const auditQuery = z.extend(pageQuery, {
  action: z.optional(z.string()),
  actor_id: z.optional(z.string()),
})

/** The query of `GET /api/admin/analytics/usage`: the number of days, including today. */
const usageQuery = z.object({
  days: z.optional(integerWithin(ownLimits.usageDays)),
})

/** The body of `PATCH /api/admin/settings`: absent and null fields stay unchanged. */
const settingsBody = z.object({
  maintenance_mode: z.nullish(z.boolean()),
  registration_enabled: z.nullish(z.boolean()),
  default_token_quota: z.nullish(z.int().check(z.nonnegative())),
})

const adminList = { ...listOperation, ...adminAccess } as const satisfies Partial<Operation>

/** Administration of API keys, conversations, agents, settings and the platform. */
export const adminOperations = {
  'admin.force-logout-all': {
    ...adminAccess,
    method: 'POST',
    path: '/api/admin/actions/force-logout-all',
    answer: 'envelope',
    record: loggedOut,
    auditAction: 'users.logged-out',
  },
  'admin.keys.list': {
    ...adminList,
    path: '/api/admin/api-keys',
    query: ownedQuery,
    record: administeredKey,
  },
  'admin.keys.set-active': {
    ...adminAccess,
    method: 'PATCH',
    path: '/api/admin/api-keys/{key_id}/active',
    loads: { kind: 'api-key', by: 'key_id' },
    body: activeBody,
    answer: 'record',
    record: administeredKey,
    auditAction: 'api-key.activity-changed',
  },
  'admin.keys.delete': {
    ...adminAccess,
    method: 'DELETE',
    path: '/api/admin/api-keys/{key_id}',
    loads: { kind: 'api-key', by: 'key_id' },
    answer: 'empty',
    auditAction: 'api-key.deleted',
  },
  'admin.conversations.list': {
    ...adminList,
    path: '/api/admin/conversations',
    query: ownedQuery,
    record: administeredConversation,
  },
  'admin.conversations.messages': {
    ...adminList,
    path: '/api/admin/conversations/{conversation_id}/messages',
    loads: { kind: 'conversation', by: 'conversation_id' },
    query: pageQuery,
    record: message,
  },
  'admin.conversations.delete': {
    ...adminAccess,
    method: 'DELETE',
    path: '/api/admin/conversations/{conversation_id}',
    loads: { kind: 'conversation', by: 'conversation_id' },
    answer: 'empty',
    auditAction: 'conversation.deleted',
  },
  'admin.agents.list': {
    ...adminList,
    path: '/api/admin/agents',
    query: ownedQuery,
    record: agent,
  },
  'admin.knowledge-bases.list': {
    ...adminList,
    path: '/api/admin/knowledge-bases',
    query: ownedQuery,
    record: knowledgeBase,
  },
  'admin.stats': {
    ...adminAccess,
    method: 'GET',
    path: '/api/admin/stats',
    answer: 'envelope',
    record: platformStats,
  },
  'admin.analytics.usage': {
    ...adminAccess,
    method: 'GET',
    path: '/api/admin/analytics/usage',
    query: usageQuery,
    answer: 'envelope',
    record: usageAnalytics,
  },
  'admin.analytics.by-agent': {
    ...adminList,
    path: '/api/admin/analytics/by-agent',
    query: pageQuery,
    record: agentUsage,
  },
  'admin.settings.read': {
    ...adminAccess,
    method: 'GET',
    path: '/api/admin/settings',
    answer: 'envelope',
    record: settings,
  },
  'admin.settings.update': {
    ...adminAccess,
    method: 'PATCH',
    path: '/api/admin/settings',
    body: settingsBody,
    answer: 'envelope',
    record: settings,
    auditAction: 'settings.updated',
  },
  'admin.audit-log': {
    ...adminList,
    path: '/api/admin/audit-log',
    query: auditQuery,
    record: auditEntry,
  },
  'admin.health': {
    ...adminList,
    path: '/api/admin/system/health',
    query: pageQuery,
    record: healthComponent,
  },
} as const satisfies Record<string, Operation>
