import { pageQuery } from '../bodies.ts'
import * as bodies from '../bodies/admin.ts'
import * as administered from '../records/administered.ts'
import { agent } from '../records/agent.ts'
import { auditEntry } from '../records/audit-entry.ts'
import { message } from '../records/conversation.ts'
import * as figures from '../records/figures.ts'
import { knowledgeBase } from '../records/knowledge-base.ts'
import { deleted } from '../records/outcomes.ts'
import { settings } from '../records/settings.ts'
import { type Endpoint, foundByPath, list } from './endpoint.ts'

const admin = { section: '4.7', access: 'bearer', scope: 'admin', adminOnly: true } as const
const adminList = { ...list, ...admin } as const
const changesUser = {
  ...admin,
  reply: 'envelope',
  record: administered.administeredUser,
  finds: foundByPath('user', 'user_id'),
} as const

/** Administration: for administrators only, with a key that has the scope `admin` if any (4.7). */
export const adminEndpoints = {
  'admin.users.list': {
    ...adminList,
    path: '/api/admin/users',
    query: bodies.usersQuery,
    record: administered.administeredUser,
  },
  'admin.users.create': {
    ...admin,
    method: 'POST',
    path: '/api/admin/users',
    reply: 'envelope',
    record: administered.administeredUser,
    body: bodies.createUserBody,
    refuses: ['state-conflict'],
    audited: 'user.created',
  },
  'admin.users.update': {
    ...changesUser,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}',
    body: bodies.updateUserBody,
    refuses: ['state-conflict'],
    audited: 'user.updated',
  },
  'admin.users.set-active': {
    ...changesUser,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}/active',
    body: bodies.activeBody,
    refuses: ['request-senseless'],
    audited: 'user.activity-changed',
  },
  'admin.users.set-admin': {
    ...changesUser,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}/admin',
    body: bodies.adminBody,
    refuses: ['request-senseless'],
    audited: 'user.role-changed',
  },
  'admin.users.set-quota': {
    ...changesUser,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}/quota',
    body: bodies.quotaBody,
    audited: 'user.quota-changed',
  },
  'admin.users.reset-password': {
    ...changesUser,
    method: 'POST',
    path: '/api/admin/users/{user_id}/reset-password',
    body: bodies.resetPasswordBody,
    audited: 'user.password-reset',
  },
  'admin.users.force-logout': {
    ...changesUser,
    method: 'POST',
    path: '/api/admin/users/{user_id}/force-logout',
    record: administered.loggedOut,
    audited: 'user.logged-out',
  },
  'admin.users.delete': {
    ...changesUser,
    method: 'DELETE',
    path: '/api/admin/users/{user_id}',
    record: deleted,
    refuses: ['request-senseless'],
    audited: 'user.deleted',
  },
  'admin.force-logout-all': {
    ...admin,
    method: 'POST',
    path: '/api/admin/actions/force-logout-all',
    reply: 'envelope',
    record: administered.loggedOut,
    audited: 'users.logged-out',
  },
  'admin.keys.list': {
    ...adminList,
    path: '/api/admin/api-keys',
    query: bodies.ownedQuery,
    record: administered.administeredKey,
  },
  'admin.keys.set-active': {
    ...admin,
    method: 'PATCH',
    path: '/api/admin/api-keys/{key_id}/active',
    reply: 'record',
    record: administered.administeredKey,
    body: bodies.activeBody,
    finds: foundByPath('api-key', 'key_id'),
    audited: 'api-key.activity-changed',
  },
  'admin.keys.delete': {
    ...admin,
    method: 'DELETE',
    path: '/api/admin/api-keys/{key_id}',
    reply: 'empty',
    finds: foundByPath('api-key', 'key_id'),
    audited: 'api-key.deleted',
  },
  'admin.conversations.list': {
    ...adminList,
    path: '/api/admin/conversations',
    query: bodies.ownedQuery,
    record: administered.administeredConversation,
  },
  'admin.conversations.messages': {
    ...adminList,
    path: '/api/admin/conversations/{conversation_id}/messages',
    query: pageQuery,
    record: message,
    finds: foundByPath('conversation', 'conversation_id'),
  },
  'admin.conversations.delete': {
    ...admin,
    method: 'DELETE',
    path: '/api/admin/conversations/{conversation_id}',
    reply: 'empty',
    finds: foundByPath('conversation', 'conversation_id'),
    audited: 'conversation.deleted',
  },
  'admin.agents.list': {
    ...adminList,
    path: '/api/admin/agents',
    query: bodies.ownedQuery,
    record: agent,
  },
  'admin.knowledge-bases.list': {
    ...adminList,
    path: '/api/admin/knowledge-bases',
    query: bodies.ownedQuery,
    record: knowledgeBase,
  },
  'admin.stats': {
    ...admin,
    method: 'GET',
    path: '/api/admin/stats',
    reply: 'envelope',
    record: figures.platformStats,
  },
  'admin.analytics.usage': {
    ...admin,
    method: 'GET',
    path: '/api/admin/analytics/usage',
    reply: 'envelope',
    record: figures.usageAnalytics,
    query: bodies.usageQuery,
  },
  'admin.analytics.by-agent': {
    ...adminList,
    path: '/api/admin/analytics/by-agent',
    query: pageQuery,
    record: figures.agentUsage,
  },
  'admin.settings.read': {
    ...admin,
    method: 'GET',
    path: '/api/admin/settings',
    reply: 'envelope',
    record: settings,
  },
  'admin.settings.update': {
    ...admin,
    method: 'PATCH',
    path: '/api/admin/settings',
    reply: 'envelope',
    record: settings,
    body: bodies.settingsBody,
    audited: 'settings.updated',
  },
  'admin.audit-log': {
    ...adminList,
    path: '/api/admin/audit-log',
    query: bodies.auditQuery,
    record: auditEntry,
  },
  'admin.health': {
    ...adminList,
    path: '/api/admin/system/health',
    query: pageQuery,
    record: figures.healthComponent,
  },
} as const satisfies Record<string, Endpoint>
