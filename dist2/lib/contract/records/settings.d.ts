import * as z from 'zod/mini';
/** The settings of the platform, as an administrator sees and changes them (4.7: not shown). */
export declare const settings: z.ZodMiniObject<{
    maintenance_mode: z.ZodMiniBoolean<boolean>;
    registration_enabled: z.ZodMiniBoolean<boolean>;
    default_token_quota: z.ZodMiniInt;
}, z.core.$strip>;
/** The one record of settings that a world keeps. */
export declare const storedSettings: z.ZodMiniObject<{
    maintenance_mode: z.ZodMiniBoolean<boolean>;
    registration_enabled: z.ZodMiniBoolean<boolean>;
    default_token_quota: z.ZodMiniInt;
    id: z.ZodMiniString<string>;
}, z.core.$strip>;
export type Settings = z.infer<typeof settings>;
export type StoredSettings = z.infer<typeof storedSettings>;
