import { isObject } from './json.js';
/**
 * A record with its moments (the fields `…_at`) as ISO 8601 in UTC, `2026-11-21T08:30:00.000Z`,
 * however the deployment writes them: without an offset it means UTC, a number counts from 1970.
 * The records in its lists are treated alike; what is nested deeper is not the platform's own.
 */
export function withMoments(value, depth = 1) {
    if (Array.isArray(value))
        return value.map((item) => withMoments(item, depth));
    return isObject(value) ? withOwnMoments(value, depth) : value;
}
const withOwnMoments = (record, depth) => Object.fromEntries(Object.entries(record).map(([field, value]) => {
    if (Array.isArray(value) && depth > 0)
        return [field, withMoments(value, depth - 1)];
    return [field, field.endsWith('_at') ? toMoment(value) : value];
}));
const canonical = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const isoDate = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const offset = /(Z|[+-]\d\d:?\d\d)$/;
/** Seconds since 1970 are fewer until the year 5138, milliseconds are more since 1973. */
const mostSeconds = 1e11;
/** A moment as ISO 8601 in UTC; what is none stays as it is. */
export function toMoment(value) {
    if (typeof value === 'number')
        return new Date(value < mostSeconds ? value * 1000 : value).toISOString();
    if (typeof value !== 'string' || canonical.test(value) || !isoDate.test(value))
        return value;
    const moment = Date.parse(offset.test(value) ? value : `${value}Z`);
    return Number.isNaN(moment) ? value : new Date(moment).toISOString();
}
