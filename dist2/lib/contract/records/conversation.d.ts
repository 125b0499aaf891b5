import * as z from 'zod/mini';
/** A conversation (2.5: fields beyond the settable ones not shown). */
export declare const conversation: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    title: z.ZodMiniString<string>;
    mode: z.ZodMiniString<string>;
    agent_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    model_name: z.ZodMiniNullable<z.ZodMiniString<string>>;
    kb_ids: z.ZodMiniArray<z.ZodMiniString<string>>;
    status: z.ZodMiniEnum<{
        active: "active";
        archived: "archived";
    }>;
    starred: z.ZodMiniBoolean<boolean>;
    total_tokens: z.ZodMiniInt;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** One message of a conversation, oldest first in `GET /api/conversations/{id}`. */
export declare const message: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    conversation_id: z.ZodMiniString<string>;
    role: z.ZodMiniEnum<{
        assistant: "assistant";
        user: "user";
    }>;
    content: z.ZodMiniNullable<z.ZodMiniString<string>>;
    message_type: z.ZodMiniEnum<{
        done: "done";
        inject: "inject";
        text: "text";
    }>;
    metadata: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    created_at: z.ZodMiniString<string>;
}, z.core.$strip>;
/** A conversation by itself: with its messages, answers with the events that redraw their turn. */
export declare const conversationWithMessages: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    title: z.ZodMiniString<string>;
    mode: z.ZodMiniString<string>;
    agent_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    model_name: z.ZodMiniNullable<z.ZodMiniString<string>>;
    kb_ids: z.ZodMiniArray<z.ZodMiniString<string>>;
    status: z.ZodMiniEnum<{
        active: "active";
        archived: "archived";
    }>;
    starred: z.ZodMiniBoolean<boolean>;
    total_tokens: z.ZodMiniInt;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    messages: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        conversation_id: z.ZodMiniString<string>;
        role: z.ZodMiniEnum<{
            assistant: "assistant";
            user: "user";
        }>;
        content: z.ZodMiniNullable<z.ZodMiniString<string>>;
        message_type: z.ZodMiniEnum<{
            done: "done";
            inject: "inject";
            text: "text";
        }>;
        metadata: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        created_at: z.ZodMiniString<string>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type Conversation = z.infer<typeof conversation>;
export type Message = z.infer<typeof message>;
