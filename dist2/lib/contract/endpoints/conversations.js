import { foundByPath, list } from './endpoint.js';
const ofCaller = { access: 'bearer', scope: 'unlisted', reply: 'envelope' };
const one = {
    ...ofCaller,
    path: '/api/conversations/{conversation_id}',
    finds: foundByPath('conversation', 'conversation_id'),
};
/** Conversations of the caller (4.3). */
export const conversationsEndpoints = {
    'conversations.list': {
        ...list,
        path: '/api/conversations',
        section: '4.3',
        scope: 'unlisted',
        record: 'conversation',
    },
    'conversations.create': {
        ...ofCaller,
        method: 'POST',
        path: '/api/conversations',
        section: '4.3',
        record: 'conversation',
    },
    'conversations.read': { ...one, method: 'GET', section: '-', record: 'conversationWithMessages' },
    'conversations.update': {
        ...one,
        method: 'PATCH',
        section: '4.3',
        record: 'conversation',
    },
    'conversations.delete': { ...one, method: 'DELETE', section: '-', record: 'deleted' },
    'conversations.delete-batch': {
        ...ofCaller,
        method: 'DELETE',
        path: '/api/conversations/batch',
        section: '-',
        record: 'deletedCount',
    },
    'conversations.export': {
        ...one,
        method: 'GET',
        path: '/api/conversations/{conversation_id}/export',
        section: '-',
        reply: 'download',
    },
};
