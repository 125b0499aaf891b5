import { pageQuery } from '../bodies.js';
import { activeBody, adminBody, auditQuery, createUserBody, ownedQuery, quotaBody, resetPasswordBody, settingsBody, updateUserBody, usageQuery, usersQuery, } from '../bodies/admin.js';
/** What the operations in `endpoints/admin.ts` take. */
export const adminInputs = {
    'admin.users.list': { query: usersQuery },
    'admin.users.create': { body: createUserBody },
    'admin.users.update': { body: updateUserBody },
    'admin.users.set-active': { body: activeBody },
    'admin.users.set-admin': { body: adminBody },
    'admin.users.set-quota': { body: quotaBody },
    'admin.users.reset-password': { body: resetPasswordBody },
    'admin.keys.list': { query: ownedQuery },
    'admin.keys.set-active': { body: activeBody },
    'admin.conversations.list': { query: ownedQuery },
    'admin.conversations.messages': { query: pageQuery },
    'admin.agents.list': { query: ownedQuery },
    'admin.knowledge-bases.list': { query: ownedQuery },
    'admin.analytics.usage': { query: usageQuery },
    'admin.analytics.by-agent': { query: pageQuery },
    'admin.settings.update': { body: settingsBody },
    'admin.audit-log': { query: auditQuery },
    'admin.health': { query: pageQuery },
};
