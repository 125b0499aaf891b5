import { listAt } from '../page.js';
/** The agents that can be run. */
export function agentsOf(caller) {
    const path = '/api/agents';
    const { request } = caller;
    const pathOf = (id) => `${path}/${encodeURIComponent(id)}`;
    return {
        ...listAt(caller, path),
        read: (id, options) => request('GET', pathOf(id), options),
        create: (fields, options) => request('POST', path, { ...options, body: fields }),
        /** What is absent stays, `null` is the default again. */
        update: (id, change, options) => request('PUT', pathOf(id), { ...options, body: change }),
        delete: async (id, options) => {
            await request('DELETE', pathOf(id), options);
        },
    };
}
