import * as z from 'zod/mini';
export declare const channelType: z.ZodMiniEnum<{
    feishu: "feishu";
    slack: "slack";
    wecom: "wecom";
}>;
/** A channel into a chat, for notices and approvals (4.7: named only). */
export declare const channel: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    type: z.ZodMiniEnum<{
        feishu: "feishu";
        slack: "slack";
        wecom: "wecom";
    }>;
    org_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    config: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    is_active: z.ZodMiniBoolean<boolean>;
    created_by: z.ZodMiniString<string>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    callback_url: z.ZodMiniString<string>;
}, z.core.$strip>;
/** A channel as a world keeps it, secrets included: callbacks are signed with one. */
export declare const storedChannel: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    type: z.ZodMiniEnum<{
        feishu: "feishu";
        slack: "slack";
        wecom: "wecom";
    }>;
    org_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    config: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    is_active: z.ZodMiniBoolean<boolean>;
    created_by: z.ZodMiniString<string>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** A chat that channels of a type can be connected to. */
export declare const chat: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    type: z.ZodMiniEnum<{
        feishu: "feishu";
        slack: "slack";
        wecom: "wecom";
    }>;
    name: z.ZodMiniString<string>;
}, z.core.$strip>;
/** The chats that were discovered. */
export declare const discoveredChats: z.ZodMiniObject<{
    chats: z.ZodMiniArray<z.ZodMiniObject<{
        chat_id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** What a callback answers: the challenge, or what the chat shows after a click, or nothing. */
export declare const callbackAnswer: z.ZodMiniObject<{
    challenge: z.ZodMiniOptional<z.ZodMiniString<string>>;
    toast: z.ZodMiniOptional<z.ZodMiniObject<{
        type: z.ZodMiniEnum<{
            error: "error";
            success: "success";
        }>;
        content: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    card: z.ZodMiniOptional<z.ZodMiniObject<{
        confirmation_id: z.ZodMiniString<string>;
        status: z.ZodMiniString<string>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type Channel = z.infer<typeof channel>;
export type StoredChannel = z.infer<typeof storedChannel>;
export type Chat = z.infer<typeof chat>;
