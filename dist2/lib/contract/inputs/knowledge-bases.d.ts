/** What the operations in `endpoints/knowledge-bases.ts` take. */
export declare const knowledgeBasesInputs: {
    readonly 'knowledge-bases.list': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'knowledge-bases.create': {
        readonly body: import("zod/mini").ZodMiniObject<{
            description: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            chunk_strategy: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                fixed: "fixed";
                markdown: "markdown";
                recursive: "recursive";
                semantic: "semantic";
            }>>>;
            chunk_size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>>;
            chunk_overlap: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>>;
            retrieval_mode: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                dense: "dense";
                fts: "fts";
                hybrid: "hybrid";
            }>>>;
            name: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'knowledge-bases.update': {
        readonly body: import("zod/mini").ZodMiniObject<{
            description: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            chunk_strategy: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                fixed: "fixed";
                markdown: "markdown";
                recursive: "recursive";
                semantic: "semantic";
            }>>>;
            chunk_size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>>;
            chunk_overlap: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>>;
            retrieval_mode: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                dense: "dense";
                fts: "fts";
                hybrid: "hybrid";
            }>>>;
            name: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'knowledge-bases.publish': {
        readonly body: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniObject<{
            visibility: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                global: "global";
                org: "org";
                personal: "personal";
            }>>>;
            org_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
        }, import("zod/v4/core").$strip>>>;
    };
    readonly 'knowledge-bases.retrieve': {
        readonly body: import("zod/mini").ZodMiniObject<{
            query: import("zod/mini").ZodMiniString<string>;
            top_k: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'documents.list': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'documents.create': {
        readonly body: import("zod/mini").ZodMiniObject<{
            filename: import("zod/mini").ZodMiniString<string>;
            content: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'documents.chunks': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>;
    };
};
