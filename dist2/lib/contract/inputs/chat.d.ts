/** What the operations in `endpoints/chat.ts` take. */
export declare const chatInputs: {
    readonly 'chat.react': {
        readonly body: import("zod/mini").ZodMiniObject<{
            q: import("zod/mini").ZodMiniString<string>;
            conversation_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            agent_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            token: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            image_ids: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            user_metadata: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            doc_mode: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'chat.dag': {
        readonly body: import("zod/mini").ZodMiniObject<{
            q: import("zod/mini").ZodMiniString<string>;
            conversation_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            agent_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            token: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            image_ids: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            user_metadata: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            doc_mode: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'chat.auto': {
        readonly body: import("zod/mini").ZodMiniObject<{
            q: import("zod/mini").ZodMiniString<string>;
            conversation_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            agent_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            token: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            image_ids: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            user_metadata: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            doc_mode: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'chat.inject': {
        readonly body: import("zod/mini").ZodMiniObject<{
            conversation_id: import("zod/mini").ZodMiniString<string>;
            content: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'chat.inject-recall': {
        readonly body: import("zod/mini").ZodMiniObject<{
            conversation_id: import("zod/mini").ZodMiniString<string>;
            inject_id: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'chat.resume': {
        readonly body: import("zod/mini").ZodMiniObject<{
            conversation_id: import("zod/mini").ZodMiniString<string>;
            cursor: import("zod/mini").ZodMiniInt;
        }, import("zod/v4/core").$strip>;
    };
};
