import { isAccepted } from '../must.js';
import { bearer } from './credentials.js';
import { lists } from './lists.js';
// Never `DELETE /api/me/api-keys?id=…`: who ignores the query might delete every key.
const candidates = [
    {
        says: `DELETE ${lists.keys}/{key_id}`,
        ask: (id) => ({ method: 'DELETE', path: `${lists.keys}/${id}` }),
    },
    {
        says: `POST ${lists.keys}/{key_id}/delete`,
        ask: (id) => ({ method: 'POST', path: `${lists.keys}/${id}/delete` }),
    },
    {
        says: `POST ${lists.keys}/{key_id}/revoke`,
        ask: (id) => ({ method: 'POST', path: `${lists.keys}/${id}/revoke` }),
    },
];
/**
 * Deletes a key of this run, as the user unless told otherwise. The specification names no route
 * for it, so the first key finds out which candidate is accepted; undefined where none is.
 */
export async function deleteKey(lab, id, other) {
    const credential = other ?? (await bearer(lab));
    const attempt = (route) => lab.send({ ...route.ask(id), bearer: credential });
    let first;
    const route = await lab.once('the route of key deletion', async () => {
        for (const candidate of candidates) {
            const exchange = await attempt(candidate);
            if (!isAccepted(exchange))
                continue;
            first = exchange;
            return candidate;
        }
        return undefined;
    });
    return route && { route: route.says, exchange: first ?? (await attempt(route)) };
}
