import { nearest } from '../contract/nearest.js';
import { isObject } from './json.js';
/** A baseline that cannot be used: what is wrong with it, and where in the document. */
export class BaselineError extends Error {
    name = 'BaselineError';
    path;
    /** Whether the last part of the path is wrong itself, or what stands there. */
    part;
    constructor(path, message, part = 'value') {
        super(message);
        this.path = path;
        this.part = part;
    }
}
const fields = ['check', 'owner', 'reason', 'expires'];
/**
 * Reads a baseline from plain data: a list of `{check, owner, reason, expires}`, `checks` being the
 * ids that there are. Throws `BaselineError` for what is unknown, missing, empty or told twice.
 */
export function readBaseline(document, checks) {
    if (!Array.isArray(document)) {
        throw new BaselineError([], 'A baseline is a list of failures, each with check, owner, reason');
    }
    const baseline = document.map((entry, index) => readEntry(entry, [index], checks));
    for (const [index, { check }] of baseline.entries()) {
        if (baseline.findIndex((entry) => entry.check === check) === index)
            continue;
        throw new BaselineError([index, 'check'], `\`${check}\` stands here for the second time`);
    }
    return baseline;
}
function readEntry(entry, path, checks) {
    if (!isObject(entry))
        throw new BaselineError(path, `A known failure has ${fields.join(', ')}`);
    for (const key of Object.keys(entry)) {
        if (fields.some((field) => field === key))
            continue;
        throw new BaselineError([...path, key], `Unknown key \`${key}\`.${hint(key, fields)}`, 'key');
    }
    const read = (field) => {
        const value = entry[field];
        if (typeof value === 'string' && value.trim() !== '')
            return value;
        throw new BaselineError([...path, field], `${blank[field]}, in \`${field}\``);
    };
    const known = {
        check: read('check'),
        owner: read('owner'),
        reason: read('reason'),
        expires: read('expires'),
    };
    if (!checks.includes(known.check)) {
        const says = `There is no check \`${known.check}\`.${hint(known.check, checks)}`;
        throw new BaselineError([...path, 'check'], says);
    }
    if (!isDay(known.expires)) {
        const says = `\`expires\` is a day such as 2026-12-31, not \`${known.expires}\``;
        throw new BaselineError([...path, 'expires'], says);
    }
    return known;
}
const blank = {
    check: 'Say which check fails',
    owner: 'Say who answers for this failure',
    reason: 'Say why this failure is let pass',
    expires: 'Say until which day it is let pass',
};
const isDay = (text) => {
    const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};
function hint(word, allowed) {
    const guess = nearest(word, allowed);
    return guess === undefined ? '' : ` Did you mean \`${guess}\`?`;
}
