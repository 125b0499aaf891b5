/** What the operations in `endpoints/channels.ts` take. */
export declare const channelsInputs: {
    readonly 'channels.list': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            org_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'channels.create': {
        readonly body: import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniString<string>;
            type: import("zod/mini").ZodMiniEnum<{
                feishu: "feishu";
                slack: "slack";
                wecom: "wecom";
            }>;
            org_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            config: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
            is_active: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniBoolean<boolean>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'channels.update': {
        readonly body: import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            config: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
            is_active: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniBoolean<boolean>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'channels.discover-chats': {
        readonly body: import("zod/mini").ZodMiniObject<{
            type: import("zod/mini").ZodMiniEnum<{
                feishu: "feishu";
                slack: "slack";
                wecom: "wecom";
            }>;
            config: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'channels.callback': {
        readonly body: import("zod/mini").ZodMiniObject<{
            type: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            challenge: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            event: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniObject<{}, import("zod/v4/core").$loose>>;
        }, import("zod/v4/core").$loose>;
    };
};
