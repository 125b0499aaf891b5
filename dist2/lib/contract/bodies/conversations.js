import * as z from 'zod/mini';
import { ownLimits } from '../limits.js';
const { min, max } = ownLimits.batchDeletion;
/** `DELETE /api/conversations/batch`: those of them that are the caller's go. */
export const deleteConversationsBody = z.object({
    ids: z.array(z.string()).check(z.minLength(min), z.maxLength(max)),
});
/** `GET /api/conversations/{conversation_id}/export`. */
export const exportQuery = z.object({ format: z.optional(z.enum(['markdown', 'json'])) });
