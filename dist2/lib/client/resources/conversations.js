import { listAt } from '../page.js';
const createdIn = ({ conversation_id, ...record }) => ({
    ...record,
    id: conversation_id ?? record.id,
});
/** The conversations of whoever is signed in. */
export function conversationsOf(caller) {
    const path = '/api/conversations';
    const { request } = caller;
    return {
        ...listAt(caller, path),
        create: async (fields = {}, options) => createdIn(await request('POST', path, { ...options, body: fields })),
        /** With its messages, oldest first. */
        read: (id, options) => request('GET', `${path}/${encodeURIComponent(id)}`, options),
        update: (id, change, options) => request('PATCH', `${path}/${encodeURIComponent(id)}`, {
            ...options,
            body: change,
        }),
        delete: async (id, options) => {
            await request('DELETE', `${path}/${encodeURIComponent(id)}`, options);
        },
    };
}
