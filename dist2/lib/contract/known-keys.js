import * as z from 'zod/mini';
import { nearest } from './nearest.js';
/** A map of these keys alone, which says of any other what was meant: see `cureOf`. */
export function mapOf(shape, { known = [], elsewhere = {} } = {}) {
    const own = Object.keys(shape);
    const cure = (key) => {
        const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const place = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
        if (place !== undefined)
            return `it stands ${place}`;
        if (known.includes(key))
            return 'it does not go with what stands beside it; leave one of the two out';
        const all = [...new Set([...own, ...known])];
        const guess = all.includes(name) ? name : nearest(key, all);
        return guess === undefined ? `known here: ${all.join(', ')}` : `did you mean "${guess}"?`;
    };
    return z.strictObject(shape, {
        error: (issue) => issue.code === 'unrecognized_keys'
            ? issue.keys.map((key) => `"${key}": ${cure(key)}`).join('\n')
            : undefined,
    });
}
/** What the map itself says of a key that is none of its own, if it is one of `mapOf`. */
export const cureOf = (message, key) => message
    .split('\n')
    .find((line) => line.startsWith(`"${key}": `))
    ?.slice(`"${key}": `.length);
