import { toEndpointPattern } from '../../contract/endpoint-pattern.js';
import { recordOf } from './call-record.js';
import { lineOf } from './show.js';
/** The calls of a world that a filter lets through, the newest last. */
export function listCalls(world, filter = {}) {
    const wanted = world.journal.entries().filter(wantedBy(filter));
    const { limit = wanted.length } = filter;
    return wanted.slice(Math.max(0, wanted.length - limit)).map((entry) => lineOf(world, entry));
}
/** All that a world has of one call; `undefined` where it has none of this number (any more). */
export function findCall(world, number) {
    const entry = world.journal.get(number);
    return entry && recordOf(world, entry);
}
/** Tells of each call whether a filter lets it through, its limit aside. */
export function wantedBy({ status, endpoint, method, since }) {
    const isCalled = endpoint === undefined ? undefined : toEndpointPattern(endpoint);
    return (entry) => (status === undefined || isOf(entry.status, status)) &&
        isCalled?.({ ...entry, id: entry.endpoint }) !== false &&
        (method === undefined || entry.method === method.toUpperCase()) &&
        (since === undefined || entry.number > since);
}
const isOf = (status, wanted) => wanted.endsWith('xx') ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted;
