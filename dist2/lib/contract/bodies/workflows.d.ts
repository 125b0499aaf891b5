import * as z from 'zod/mini';
/** `POST /api/workflows` (4.7: not shown); a blueprint that is left out is empty. */
export declare const createWorkflowBody: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    icon: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    blueprint: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniObject<{
        viewport: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
        nodes: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            type: z.ZodMiniString<string>;
            data: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        }, z.core.$loose>>;
        edges: z.ZodMiniArray<z.ZodMiniObject<{
            source: z.ZodMiniString<string>;
            target: z.ZodMiniString<string>;
            sourceHandle: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        }, z.core.$loose>>;
    }, z.core.$strip>>>;
    input_schema: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    output_schema: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    webhook_url: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$strip>;
/** `PUT /api/workflows/{workflow_id}`: what is absent stays, null is the default again. */
export declare const updateWorkflowBody: z.ZodMiniObject<{
    icon: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    blueprint: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniObject<{
        viewport: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
        nodes: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            type: z.ZodMiniString<string>;
            data: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        }, z.core.$loose>>;
        edges: z.ZodMiniArray<z.ZodMiniObject<{
            source: z.ZodMiniString<string>;
            target: z.ZodMiniString<string>;
            sourceHandle: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        }, z.core.$loose>>;
    }, z.core.$strip>>>;
    input_schema: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    output_schema: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    webhook_url: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    name: z.ZodMiniOptional<z.ZodMiniString<string>>;
    is_active: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
}, z.core.$strip>;
/** `POST /api/workflows/validate`. */
export declare const validateBody: z.ZodMiniObject<{
    blueprint: z.ZodMiniObject<{
        viewport: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
        nodes: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            type: z.ZodMiniString<string>;
            data: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        }, z.core.$loose>>;
        edges: z.ZodMiniArray<z.ZodMiniObject<{
            source: z.ZodMiniString<string>;
            target: z.ZodMiniString<string>;
            sourceHandle: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
        }, z.core.$loose>>;
    }, z.core.$strip>;
}, z.core.$strip>;
/** `POST /api/workflows/{workflow_id}/run`; with `dry_run` it answers a plan instead of a stream. */
export declare const runBody: z.ZodMiniObject<{
    inputs: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    dry_run: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    timeout_seconds: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
}, z.core.$strip>;
/** `POST /api/workflows/{workflow_id}/batch-run` (8). */
export declare const batchRunBody: z.ZodMiniObject<{
    inputs: z.ZodMiniArray<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    max_parallel: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
    timeout_seconds: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
}, z.core.$strip>;
/** The list of workflows, and of the runs of one: paging and a status. */
export declare const workflowsQuery: z.ZodMiniObject<{
    page: z.ZodMiniOptional<z.ZodMiniInt>;
    size: z.ZodMiniOptional<z.ZodMiniInt>;
    status: z.ZodMiniOptional<z.ZodMiniEnum<{
        draft: "draft";
        published: "published";
    }>>;
}, z.core.$strip>;
export declare const runsQuery: z.ZodMiniObject<{
    page: z.ZodMiniOptional<z.ZodMiniInt>;
    size: z.ZodMiniOptional<z.ZodMiniInt>;
    status: z.ZodMiniOptional<z.ZodMiniEnum<{
        cancelled: "cancelled";
        completed: "completed";
        failed: "failed";
        pending: "pending";
        running: "running";
    }>>;
}, z.core.$strip>;
