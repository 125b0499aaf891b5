import * as z from 'zod/mini';
/** The settings of the platform, as an administrator sees and changes them (4.7: not shown). */
export const settings = z.object({
    /** While it is on, everything but sign-in and administration answers 503. */
    maintenance_mode: z.boolean(),
    registration_enabled: z.boolean(),
    /** Tokens a month of a user without a quota of their own; 0 is unlimited (8). */
    default_token_quota: z.int(),
});
/** The one record of settings that a world keeps. */
export const storedSettings = z.extend(settings, { id: z.string() });
