import * as z from 'zod/mini';
/** What a deletion answers: the id of what is gone. */
export declare const deleted: z.ZodMiniObject<{
    deleted: z.ZodMiniString<string>;
}, z.core.$strip>;
/** What the deletion of several answers: how many are gone. */
export declare const deletedCount: z.ZodMiniObject<{
    deleted: z.ZodMiniInt;
}, z.core.$strip>;
/** What a switch answers: how it stands now. */
export declare const toggled: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    is_active: z.ZodMiniBoolean<boolean>;
}, z.core.$strip>;
/** What a test of a connection says. */
export declare const tested: z.ZodMiniObject<{
    ok: z.ZodMiniBoolean<boolean>;
    error: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
export type Tested = z.infer<typeof tested>;
