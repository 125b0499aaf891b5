import * as z from 'zod/mini';
/** A login that can still be refreshed, as its user sees it (4.1: not shown). */
export declare const session: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    started_at: z.ZodMiniString<string>;
    refreshed_at: z.ZodMiniString<string>;
    expires_at: z.ZodMiniString<string>;
    is_current: z.ZodMiniBoolean<boolean>;
}, z.core.$strip>;
export type Session = z.infer<typeof session>;
export type StoredSession = Omit<Session, 'is_current'>;
