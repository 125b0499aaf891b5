import * as z from 'zod/mini';
export const specified = (says) => ({ grade: 'specified', says });
export const open = (says) => ({ grade: 'open', says });
export const deviates = (says) => ({ grade: 'deviates', says });
/** A contradiction that no check sees, and why. */
export const unseen = (says, why) => ({ grade: 'deviates', says, unseen: why });
const whole = z.int().check(z.positive());
/** An option that takes a whole number above zero. */
export const openNumber = (says) => ({ grade: 'open', says, value: whole });
export const deviatingNumber = (says) => ({ grade: 'deviates', says, value: whole });
/** An option that takes a field or parameter name. */
export const openName = (says) => ({ grade: 'open', says, value: z.string().check(z.regex(/^[a-z][a-z0-9_]*$/)) });
