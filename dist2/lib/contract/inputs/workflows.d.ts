/** What the operations in `endpoints/workflows.ts` take. */
export declare const workflowsInputs: {
    readonly 'workflows.list': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            status: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniEnum<{
                draft: "draft";
                published: "published";
            }>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'workflows.create': {
        readonly body: import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniString<string>;
            icon: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            description: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            blueprint: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniObject<{
                viewport: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
                nodes: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                    id: import("zod/mini").ZodMiniString<string>;
                    type: import("zod/mini").ZodMiniString<string>;
                    data: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
                }, import("zod/v4/core").$loose>>;
                edges: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                    source: import("zod/mini").ZodMiniString<string>;
                    target: import("zod/mini").ZodMiniString<string>;
                    sourceHandle: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
                }, import("zod/v4/core").$loose>>;
            }, import("zod/v4/core").$strip>>>;
            input_schema: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
            output_schema: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
            webhook_url: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'workflows.validate-blueprint': {
        readonly body: import("zod/mini").ZodMiniObject<{
            blueprint: import("zod/mini").ZodMiniObject<{
                viewport: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
                nodes: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                    id: import("zod/mini").ZodMiniString<string>;
                    type: import("zod/mini").ZodMiniString<string>;
                    data: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
                }, import("zod/v4/core").$loose>>;
                edges: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                    source: import("zod/mini").ZodMiniString<string>;
                    target: import("zod/mini").ZodMiniString<string>;
                    sourceHandle: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
                }, import("zod/v4/core").$loose>>;
            }, import("zod/v4/core").$strip>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'workflows.update': {
        readonly body: import("zod/mini").ZodMiniObject<{
            icon: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            description: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            blueprint: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniObject<{
                viewport: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
                nodes: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                    id: import("zod/mini").ZodMiniString<string>;
                    type: import("zod/mini").ZodMiniString<string>;
                    data: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
                }, import("zod/v4/core").$loose>>;
                edges: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                    source: import("zod/mini").ZodMiniString<string>;
                    target: import("zod/mini").ZodMiniString<string>;
                    sourceHandle: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
                }, import("zod/v4/core").$loose>>;
            }, import("zod/v4/core").$strip>>>;
            input_schema: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
            output_schema: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
            webhook_url: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            name: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            is_active: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniBoolean<boolean>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'workflows.publish': {
        readonly body: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniObject<{
            visibility: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                global: "global";
                org: "org";
                personal: "personal";
            }>>>;
            org_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
        }, import("zod/v4/core").$strip>>>;
    };
    readonly 'workflows.run': {
        readonly body: import("zod/mini").ZodMiniObject<{
            inputs: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
            dry_run: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniBoolean<boolean>>>;
            timeout_seconds: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'workflows.batch-run': {
        readonly body: import("zod/mini").ZodMiniObject<{
            inputs: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
            max_parallel: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>>;
            timeout_seconds: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'workflow-runs.list': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            status: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniEnum<{
                cancelled: "cancelled";
                completed: "completed";
                failed: "failed";
                pending: "pending";
                running: "running";
            }>>;
        }, import("zod/v4/core").$strip>;
    };
};
