import * as z from 'zod/mini';
const unbounded = z.pipe(z.custom((given) => given === Number.POSITIVE_INFINITY), z.transform(() => 'max'));
/** Reads a speed. */
export const speed = z.union([z.number().check(z.positive()), z.literal('max'), unbounded]);
export const toSpeed = (factor) => (Number.isFinite(factor) ? factor : 'max');
export const toFactor = (given) => (given === 'max' ? Number.POSITIVE_INFINITY : given);
