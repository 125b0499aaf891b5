import { operationOf } from './calls.js';
import { parseJson } from './json.js';
// A report must not swell with whatever a target puts into one reply.
const mostPlaces = 500;
/** The shapes of all replies of the API in a run, in the order of their names. */
export function shapesOf(exchanges, mask) {
    const seen = new Map();
    const see = (name, document) => {
        const places = seen.get(name) ?? new Map();
        seen.set(name, places);
        for (const [pointer, type] of typesIn(document)) {
            const types = places.get(pointer);
            if (types)
                types.add(type);
            else if (places.size < mostPlaces)
                places.set(pointer, new Set([type]));
        }
    };
    for (const { ask, status, json, text, events } of exchanges) {
        if (!ask.path.startsWith('/api/'))
            continue;
        const name = `${operationOf(ask)} ${status}`;
        for (const { event = '', data } of events)
            see(`${name} ${event}`, parseJson(data) ?? data);
        if (events.length === 0)
            see(name, json ?? (text === '' ? undefined : text));
    }
    const known = remembered(mask);
    return masked(seen, known, (places) => masked(places, known, (types) => [...types].toSorted()));
}
/** Every place of a document, outermost first, with its type. */
function typesIn(document) {
    const places = [{ pointer: '', value: document }];
    // It grows while it is iterated over.
    for (const { pointer, value } of places) {
        if (typeof value !== 'object' || value === null)
            continue;
        for (const [key, inner] of Object.entries(value)) {
            const step = Array.isArray(value) ? '*' : stepOf(key);
            places.push({ pointer: `${pointer}/${step}`, value: inner });
        }
    }
    return places.map(({ pointer, value }) => [pointer, typeOf(value)]);
}
// Members that are named by ids are one and the same: theirs is a map.
const stepOf = (key) => uuid.test(key) ? '{id}' : key.replaceAll('~', '~0').replaceAll('/', '~1');
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function typeOf(value) {
    if (value === undefined)
        return 'nothing';
    if (value === null)
        return 'null';
    return Array.isArray(value) ? 'array' : typeof value;
}
/** The same places recur from operation to operation, and a mask looks for every secret in each. */
function remembered(mask) {
    const known = new Map();
    return (text) => {
        const found = known.get(text) ?? mask(text);
        known.set(text, found);
        return found;
    };
}
const masked = (map, mask, change) => Object.fromEntries([...map]
    .map(([key, value]) => [mask(key), change(value)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1)));
