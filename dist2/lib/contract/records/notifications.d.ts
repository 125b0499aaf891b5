import * as z from 'zod/mini';
/** What a user wants to be told, and where (4.1: not shown). */
export declare const notifications: z.ZodMiniObject<{
    by_email: z.ZodMiniBoolean<boolean>;
    in_app: z.ZodMiniBoolean<boolean>;
    turn_done: z.ZodMiniBoolean<boolean>;
    approval_requested: z.ZodMiniBoolean<boolean>;
    workflow_failed: z.ZodMiniBoolean<boolean>;
    quota_nearly_used: z.ZodMiniBoolean<boolean>;
}, z.core.$strip>;
export type Notifications = z.infer<typeof notifications>;
