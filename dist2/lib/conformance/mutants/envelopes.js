import { isObject } from '../json.js';
import { onJson, onReply } from './kit.js';
const anywhere = 'GET * | POST * | PATCH * | DELETE * | PUT *';
/** Rewrites every value under a key that ends in `_at`. */
const moments = (route, change) => onJson(route, (json, _, status) => (status < 300 ? rewriteMoments(json, change) : undefined));
function rewriteMoments(json, change) {
    if (Array.isArray(json))
        return json.map((item) => rewriteMoments(item, change));
    if (!isObject(json))
        return json;
    const members = Object.entries(json).map(([key, value]) => [
        key,
        key.endsWith('_at') && typeof value === 'string'
            ? change(value)
            : rewriteMoments(value, change),
    ]);
    return Object.fromEntries(members);
}
const anHour = 3_600_000;
const shifted = (moment, by) => new Date(Date.parse(moment) + by);
/** Wrong in the general form of bodies. */
export const envelopeMutants = [
    {
        id: 'json-labelled-as-html',
        breaks: 'envelopes.bodies-are-json',
        says: 'The list of agents is labelled as HTML.',
        wrap: onReply('GET /api/agents', ({ status, body }) => {
            const headers = { 'content-type': 'text/html; charset=utf-8' };
            return new Response(body, { status, headers });
        }),
    },
    {
        id: 'timestamps-with-slashes',
        breaks: 'timestamps.are-iso-8601',
        says: 'Timestamps are written with slashes.',
        wrap: moments(anywhere, (moment) => moment.replaceAll('-', '/').replace('T', ' ')),
    },
    {
        id: 'timestamps-in-summer-time',
        breaks: 'timestamps.offset-is-utc',
        says: 'Timestamps have the offset of summer time.',
        wrap: moments(anywhere, (moment) => shifted(moment, 2 * anHour)
            .toISOString()
            .replace('Z', '+02:00')),
    },
    {
        id: 'local-time-labelled-as-utc',
        breaks: 'timestamps.local-time-is-not-labelled-utc',
        says: 'Timestamps are local times that claim to be UTC.',
        wrap: moments(anywhere, (moment) => shifted(moment, 2 * anHour).toISOString()),
    },
    {
        id: 'success-with-an-error',
        breaks: 'envelopes.success-has-no-error',
        says: 'A success carries an error as well.',
        wrap: onJson(anywhere, (json) => isObject(json) && json['success'] === true ? { ...json, error: 'none' } : undefined),
    },
];
