/** What the operations in `endpoints/conversations.ts` take. */
export declare const conversationsInputs: {
    readonly 'conversations.list': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            q: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            status: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'conversations.create': {
        readonly body: import("zod/mini").ZodMiniObject<{
            title: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            mode: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                auto: "auto";
                dag: "dag";
                react: "react";
            }>>>;
            agent_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            model_name: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            kb_ids: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'conversations.update': {
        readonly body: import("zod/mini").ZodMiniObject<{
            title: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            starred: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniBoolean<boolean>>>;
            status: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                active: "active";
                archived: "archived";
            }>>>;
            kb_ids: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'conversations.delete-batch': {
        readonly body: import("zod/mini").ZodMiniObject<{
            ids: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'conversations.export': {
        readonly query: import("zod/mini").ZodMiniObject<{
            format: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniEnum<{
                json: "json";
                markdown: "markdown";
            }>>;
        }, import("zod/v4/core").$strip>;
    };
};
