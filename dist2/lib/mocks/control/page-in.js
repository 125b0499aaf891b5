import { ControlError } from './control-error.js';
/** The size of a page unless asked otherwise, and the largest. */
const sizes = { default: 20, max: 1000 };
/** A page of a list, in the envelope that the platform has for its own. Throws `ControlError`. */
export function pageIn(all, { page = 1, size = sizes.default }) {
    const whole = Number.isInteger(page) && Number.isInteger(size);
    if (!whole || page < 1 || size < 1 || size > sizes.max)
        throw new ControlError(422, `A page is a whole number from 1, its size one from 1 to ${sizes.max}.`);
    return {
        items: all.slice((page - 1) * size, page * size),
        total: all.length,
        page,
        size,
        pages: Math.ceil(all.length / size),
    };
}
