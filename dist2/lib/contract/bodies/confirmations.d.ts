import * as z from 'zod/mini';
/** `POST /api/confirmations/{id}/respond` (4.7: shape not shown). */
export declare const respondBody: z.ZodMiniObject<{
    decision: z.ZodMiniEnum<{
        approve: "approve";
        reject: "reject";
    }>;
    reason: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$strip>;
/** `POST /api/chat/inject/recall` (not in the specification). */
export declare const recallBody: z.ZodMiniObject<{
    conversation_id: z.ZodMiniString<string>;
    inject_id: z.ZodMiniString<string>;
}, z.core.$strip>;
