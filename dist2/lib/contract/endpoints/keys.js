import { foundByPath, list } from './endpoint.js';
/** The caller's own API keys (4.1). */
export const keysEndpoints = {
    'keys.list': {
        ...list,
        path: '/api/me/api-keys',
        section: '4.1',
        scope: 'unlisted',
        record: 'apiKey',
    },
    'keys.create': {
        method: 'POST',
        path: '/api/me/api-keys',
        section: '4.1',
        access: 'bearer',
        scope: 'unlisted',
        reply: 'created-key',
        status: 201,
        record: 'apiKey',
        audited: 'api-key.created',
    },
    'keys.set-active': {
        method: 'PATCH',
        path: '/api/me/api-keys/{key_id}/active',
        section: '4.1',
        access: 'bearer',
        scope: 'unlisted',
        reply: 'record',
        record: 'apiKey',
        audited: 'api-key.activity-changed',
        finds: foundByPath('api-key', 'key_id'),
    },
    'keys.delete': {
        method: 'DELETE',
        path: '/api/me/api-keys/{key_id}',
        section: '4.1',
        access: 'bearer',
        scope: 'unlisted',
        reply: 'empty',
        audited: 'api-key.deleted',
        finds: foundByPath('api-key', 'key_id'),
    },
};
