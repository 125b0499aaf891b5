import * as z from 'zod/mini';
/** `DELETE /api/conversations/batch`: those of them that are the caller's go. */
export declare const deleteConversationsBody: z.ZodMiniObject<{
    ids: z.ZodMiniArray<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** `GET /api/conversations/{conversation_id}/export`. */
export declare const exportQuery: z.ZodMiniObject<{
    format: z.ZodMiniOptional<z.ZodMiniEnum<{
        json: "json";
        markdown: "markdown";
    }>>;
}, z.core.$strip>;
