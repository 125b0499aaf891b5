import * as z from 'zod/mini';
/** One line of the audit log: who did what to which record, and when (4.7: not shown). */
export declare const auditEntry: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    actor_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    actor_email: z.ZodMiniNullable<z.ZodMiniString<string>>;
    action: z.ZodMiniString<string>;
    target_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    created_at: z.ZodMiniString<string>;
}, z.core.$strip>;
export type AuditEntry = z.infer<typeof auditEntry>;
