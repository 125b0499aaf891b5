import * as z from 'zod/mini';
/** What a user wants to be told, and where (4.1: not shown). */
export const notifications = z.object({
    by_email: z.boolean(),
    in_app: z.boolean(),
    turn_done: z.boolean(),
    approval_requested: z.boolean(),
    workflow_failed: z.boolean(),
    quota_nearly_used: z.boolean(),
});
