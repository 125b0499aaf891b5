import { listAt } from '../page.js';
/** The account of whoever is signed in. */
export function accountOf(caller) {
    const { request } = caller;
    return {
        read: (options) => request('GET', '/api/auth/me', options),
        /** What is absent stays, `null` is the default again. */
        update: (change, options) => request('PATCH', '/api/auth/profile', { ...options, body: change }),
        /** The tokens used in this month, against the quota. */
        usage: (options) => request('GET', '/api/me/usage', options),
        /** The logins that can still be refreshed. */
        sessions: listAt(caller, '/api/me/sessions'),
    };
}
