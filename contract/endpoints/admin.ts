import { type Endpoint, foundByPath, list } from './endpoint.ts'

const admin = { section: '4.7', access: 'bearer', scope: 'admin', adminOnly: true } as const
const adminList = { ...list, ...admin } as const
const changesUser = {
  ...admin,
  reply: 'envelope',
  record: 'administeredUser',
  finds: foundByPath('user', 'user_id'),
} as const

/** Administration: for administrators only, with a key that has the scope `admin` if any (4.7). */
export const adminEndpoints = {
  'admin.users.list': {
    ...adminList,
    path: '/api/admin/users',
    record: 'administeredUser',
  },
  'admin.users.create': {
    ...admin,
    method: 'POST',
    path: '/api/admin/users',
    reply: 'envelope',
    record: 'administeredUser',
    refuses: ['state-conflict'],
    audited: 'user.created',
  },
  'admin.users.update': {
    ...changesUser,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}',
    refuses: ['state-conflict'],
    audited: 'user.updated',
  },
  'admin.users.set-active': {
    ...changesUser,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}/active',
    refuses: ['request-senseless'],
    audited: 'user.activity-changed',
  },
  'admin.users.set-admin': {
    ...changesUser,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}/admin',
    refuses: ['request-senseless'],
    audited: 'user.role-changed',
  },
  'admin.users.set-quota': {
    ...changesUser,
    method: 'PATCH',
    path: '/api/admin/users/{user_id}/quota',
    audited: 'user.quota-changed',
  },
  'admin.users.reset-password': {
    ...changesUser,
    method: 'POST',
    path: '/api/admin/users/{user_id}/reset-password',
    audited: 'user.password-reset',
  },
  'admin.users.force-logout': {
    ...changesUser,
    method: 'POST',
    path: '/api/admin/users/{user_id}/force-logout',
    record: 'loggedOut',
    audited: 'user.logged-out',
  },
  'admin.users.delete': {
    ...changesUser,
    method: 'DELETE',
    path: '/api/admin/users/{user_id}',
    record: 'deleted',
    refuses: ['request-senseless'],
    audited: 'user.deleted',
  },
  'admin.force-logout-all': {
    ...admin,
    method: 'POST',
    path: '/api/admin/actions/force-logout-all',
    reply: 'envelope',
    record: 'loggedOut',
    audited: 'users.logged-out',
  },
  'admin.keys.list': {
    ...adminList,
    path: '/api/admin/api-keys',
    record: 'administeredKey',
  },
  'admin.keys.set-active': {
    ...admin,
    method: 'PATCH',
    path: '/api/admin/api-keys/{key_id}/active',
    reply: 'record',
    record: 'administeredKey',
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
    record: 'administeredConversation',
  },
  'admin.conversations.messages': {
    ...adminList,
    path: '/api/admin/conversations/{conversation_id}/messages',
    record: 'message',
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
    record: 'agent',
  },
  'admin.knowledge-bases.list': {
    ...adminList,
    path: '/api/admin/knowledge-bases',
    record: 'knowledgeBase',
  },
  'admin.stats': {
    ...admin,
    method: 'GET',
    path: '/api/admin/stats',
    reply: 'envelope',
    record: 'platformStats',
  },
  'admin.analytics.usage': {
    ...admin,
    method: 'GET',
    path: '/api/admin/analytics/usage',
    reply: 'envelope',
    record: 'usageAnalytics',
  },
  'admin.analytics.by-agent': {
    ...adminList,
    path: '/api/admin/analytics/by-agent',
    record: 'agentUsage',
  },
  'admin.settings.read': {
    ...admin,
    method: 'GET',
    path: '/api/admin/settings',
    reply: 'envelope',
    record: 'settings',
  },
  'admin.settings.update': {
    ...admin,
    method: 'PATCH',
    path: '/api/admin/settings',
    reply: 'envelope',
    record: 'settings',
    audited: 'settings.updated',
  },
  'admin.audit-log': {
    ...adminList,
    path: '/api/admin/audit-log',
    record: 'auditEntry',
  },
  'admin.health': {
    ...adminList,
    path: '/api/admin/system/health',
    record: 'healthComponent',
  },
} as const satisfies Record<string, Endpoint>
