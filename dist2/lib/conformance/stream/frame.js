import { isObject } from '../json.js';
/** Reads one event: JSON, then the `{cursor, data}` wrapper, `data.cursor`, or the `id:` line. */
export function readFrame(seen) {
    const json = parseJson(seen.data);
    const found = [];
    let payload = json;
    if (isWrapper(json)) {
        found.push({ carrier: 'wrapper', value: json['cursor'] });
        payload = json['data'];
    }
    else if (isObject(json) && 'cursor' in json) {
        const { cursor, ...rest } = json;
        found.push({ carrier: 'data', value: cursor });
        payload = rest;
    }
    if (seen.id !== undefined)
        found.push({ carrier: 'id', value: idNumber(seen.id) });
    return {
        type: seen.event,
        payload,
        cursor: integer(found[0]?.value),
        carriers: found.map(({ carrier }) => carrier),
        seen,
    };
}
/** Whether the places of an event that hold a cursor hold the same one. */
export function carriersAgree({ carriers, cursor, seen }) {
    return carriers.length < 2 || idNumber(seen.id ?? '') === cursor;
}
/** The same text for the same type, cursor and payload, however carried and however ordered. */
export const fingerprint = ({ type, cursor, payload }) => JSON.stringify([type ?? null, cursor ?? null, sorted(payload) ?? null]);
/** How a report names an event. */
export const label = ({ type, cursor }) => `${type ?? 'nameless'}@${cursor ?? '-'}`;
/** How a report names a row of events. */
export const labels = (frames) => frames.map(label).join(' ') || 'nothing';
const isWrapper = (json) => isObject(json) && Object.keys(json).toSorted().join() === 'cursor,data';
const integer = (value) => typeof value === 'number' && Number.isInteger(value) ? value : undefined;
const idNumber = (id) => (/^-?\d+$/.test(id) ? Number(id) : undefined);
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function sorted(value) {
    if (Array.isArray(value))
        return value.map(sorted);
    if (!isObject(value))
        return value;
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(members.map(([key, inner]) => [key, sorted(inner)]));
}
