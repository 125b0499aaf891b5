import {} from './endpoint.js';
/** Login and tokens (4.6). */
export const authEndpoints = {
    'auth.login': {
        method: 'POST',
        path: '/api/auth/login',
        section: '4.6',
        access: 'public',
        reply: 'session',
        record: 'login',
        refuses: ['login-failed', 'account-restricted'],
        audited: 'auth.signed-in',
    },
    'auth.refresh': {
        method: 'POST',
        path: '/api/auth/refresh',
        section: '4.6',
        access: 'public',
        reply: 'session',
        record: 'login',
        refuses: ['refresh-refused', 'token-expired', 'account-restricted'],
    },
    'auth.verify': {
        method: 'GET',
        path: '/api/auth/verify',
        section: '4.6',
        access: 'bearer',
        scope: 'unlisted',
        reply: 'envelope',
        record: 'verification',
    },
    'auth.me': {
        method: 'GET',
        path: '/api/auth/me',
        section: '-',
        access: 'bearer',
        scope: 'unlisted',
        reply: 'envelope',
        record: 'user',
    },
};
