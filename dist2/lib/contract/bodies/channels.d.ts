import * as z from 'zod/mini';
/** `POST /api/channels` (4.7: not shown). */
export declare const newChannelBody: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    type: z.ZodMiniEnum<{
        feishu: "feishu";
        slack: "slack";
        wecom: "wecom";
    }>;
    org_id: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    is_active: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
}, z.core.$strip>;
/** `PATCH /api/channels/{channel_id}`; the config is merged into the one that is there. */
export declare const channelChangeBody: z.ZodMiniObject<{
    name: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    is_active: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
}, z.core.$strip>;
/** `POST /api/channels/discover-chats`. */
export declare const discoverChatsBody: z.ZodMiniObject<{
    type: z.ZodMiniEnum<{
        feishu: "feishu";
        slack: "slack";
        wecom: "wecom";
    }>;
    config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
}, z.core.$strip>;
/** The channel list: paging, and the channels of one organization. */
export declare const channelsQuery: z.ZodMiniObject<{
    page: z.ZodMiniOptional<z.ZodMiniInt>;
    size: z.ZodMiniOptional<z.ZodMiniInt>;
    org_id: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** What a chat sends to `POST /api/channels/{id}/callback` (4.7: not shown). */
export declare const channelEventBody: z.ZodMiniObject<{
    type: z.ZodMiniOptional<z.ZodMiniString<string>>;
    challenge: z.ZodMiniOptional<z.ZodMiniString<string>>;
    event: z.ZodMiniOptional<z.ZodMiniObject<{}, z.core.$loose>>;
}, z.core.$loose>;
/** The part of an event that decides an approval: a click on its card. */
export declare const cardClick: z.ZodMiniObject<{
    action: z.ZodMiniObject<{
        value: z.ZodMiniObject<{
            confirmation_id: z.ZodMiniString<string>;
            decision: z.ZodMiniEnum<{
                approve: "approve";
                reject: "reject";
            }>;
        }, z.core.$strip>;
    }, z.core.$strip>;
}, z.core.$strip>;
