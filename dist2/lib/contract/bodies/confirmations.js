import * as z from 'zod/mini';
/** `POST /api/confirmations/{id}/respond` (4.7: shape not shown). */
export const respondBody = z.object({
    decision: z.enum(['approve', 'reject']),
    reason: z.nullish(z.string().check(z.maxLength(2000))),
});
/** `POST /api/chat/inject/recall` (not in the specification). */
export const recallBody = z.object({ conversation_id: z.string(), inject_id: z.string() });
