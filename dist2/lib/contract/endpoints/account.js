import { list } from './endpoint.js';
const own = { section: '-', access: 'bearer', scope: 'unlisted' };
/** The caller's own account: profile, password, sessions, usage. */
export const accountEndpoints = {
    'auth.profile': {
        ...own,
        method: 'PATCH',
        path: '/api/auth/profile',
        reply: 'envelope',
        record: 'user',
        refuses: ['state-conflict', 'resource-missing'],
    },
    'auth.change-password': {
        ...own,
        method: 'POST',
        path: '/api/auth/change-password',
        reply: 'envelope',
        record: 'changed',
        refuses: ['request-senseless'],
        audited: 'user.password-changed',
    },
    'me.usage': { ...own, method: 'GET', path: '/api/me/usage', reply: 'record', record: 'ownUsage' },
    'me.sessions': {
        ...own,
        ...list,
        path: '/api/me/sessions',
        record: 'session',
    },
    'me.revoke-sessions': {
        ...own,
        method: 'POST',
        path: '/api/me/sessions/revoke-all',
        reply: 'record',
        record: 'revoked',
        audited: 'user.logged-out',
    },
    'me.notifications.read': {
        ...own,
        method: 'GET',
        path: '/api/me/notifications',
        reply: 'record',
        record: 'notifications',
    },
    'me.notifications.update': {
        ...own,
        method: 'PUT',
        path: '/api/me/notifications',
        reply: 'record',
        record: 'notifications',
    },
    // Whoever holds a ticket may chat, so a key that may not must get none.
    'chat.ticket': {
        ...own,
        method: 'POST',
        path: '/api/chat/ticket',
        scope: 'chat',
        reply: 'record',
        record: 'ticket',
    },
};
