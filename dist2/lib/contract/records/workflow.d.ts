import * as z from 'zod/mini';
/** One step of a workflow; what its `data` means depends on its type. */
export declare const workflowNode: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    type: z.ZodMiniString<string>;
    data: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
}, z.core.$loose>;
/** What leads from one node to the next; out of a condition, the handle is `true` or `false`. */
export declare const workflowEdge: z.ZodMiniObject<{
    source: z.ZodMiniString<string>;
    target: z.ZodMiniString<string>;
    sourceHandle: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$loose>;
/** A workflow as it is drawn; whatever else an editor keeps in it stays as it is. */
export declare const blueprint: z.ZodMiniObject<{
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
    viewport: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
}, z.core.$strip>;
/** A workflow (4.7: named only). */
export declare const workflow: z.ZodMiniObject<{
    visibility: z.ZodMiniEnum<{
        global: "global";
        org: "org";
        personal: "personal";
    }>;
    org_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    publish_status: z.ZodMiniNullable<z.ZodMiniEnum<{
        approved: "approved";
        pending_review: "pending_review";
        rejected: "rejected";
    }>>;
    reviewed_by: z.ZodMiniNullable<z.ZodMiniString<string>>;
    reviewed_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    review_note: z.ZodMiniNullable<z.ZodMiniString<string>>;
    id: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    icon: z.ZodMiniNullable<z.ZodMiniString<string>>;
    description: z.ZodMiniNullable<z.ZodMiniString<string>>;
    blueprint: z.ZodMiniObject<{
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
        viewport: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    }, z.core.$strip>;
    input_schema: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    output_schema: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    status: z.ZodMiniEnum<{
        draft: "draft";
        published: "published";
    }>;
    published_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    is_active: z.ZodMiniBoolean<boolean>;
    webhook_url: z.ZodMiniNullable<z.ZodMiniString<string>>;
    schedule_cron: z.ZodMiniNullable<z.ZodMiniString<string>>;
    schedule_enabled: z.ZodMiniBoolean<boolean>;
    schedule_inputs: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    schedule_timezone: z.ZodMiniString<string>;
    has_api_key: z.ZodMiniBoolean<boolean>;
    total_runs: z.ZodMiniInt;
    last_run_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    success_rate: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
    source: z.ZodMiniNullable<z.ZodMiniEnum<{
        market: "market";
        org: "org";
        own: "own";
    }>>;
    forked_from: z.ZodMiniNullable<z.ZodMiniString<string>>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** A workflow as a world keeps it; the figures come from its runs, `source` from who looks. */
export declare const storedWorkflow: z.ZodMiniObject<{
    visibility: z.ZodMiniEnum<{
        global: "global";
        org: "org";
        personal: "personal";
    }>;
    org_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    publish_status: z.ZodMiniNullable<z.ZodMiniEnum<{
        approved: "approved";
        pending_review: "pending_review";
        rejected: "rejected";
    }>>;
    reviewed_by: z.ZodMiniNullable<z.ZodMiniString<string>>;
    reviewed_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    review_note: z.ZodMiniNullable<z.ZodMiniString<string>>;
    id: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    icon: z.ZodMiniNullable<z.ZodMiniString<string>>;
    description: z.ZodMiniNullable<z.ZodMiniString<string>>;
    blueprint: z.ZodMiniObject<{
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
        viewport: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    }, z.core.$strip>;
    input_schema: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    output_schema: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    status: z.ZodMiniEnum<{
        draft: "draft";
        published: "published";
    }>;
    published_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    is_active: z.ZodMiniBoolean<boolean>;
    webhook_url: z.ZodMiniNullable<z.ZodMiniString<string>>;
    schedule_cron: z.ZodMiniNullable<z.ZodMiniString<string>>;
    schedule_enabled: z.ZodMiniBoolean<boolean>;
    schedule_inputs: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    schedule_timezone: z.ZodMiniString<string>;
    has_api_key: z.ZodMiniBoolean<boolean>;
    forked_from: z.ZodMiniNullable<z.ZodMiniString<string>>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** How the runs of a workflow went. */
export declare const workflowStats: z.ZodMiniObject<{
    total_runs: z.ZodMiniInt;
    completed_runs: z.ZodMiniInt;
    failed_runs: z.ZodMiniInt;
    cancelled_runs: z.ZodMiniInt;
    active_runs: z.ZodMiniInt;
    success_rate: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
    average_duration_ms: z.ZodMiniNullable<z.ZodMiniInt>;
    last_run_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** What is wrong with a blueprint, and what is merely odd about it. */
export declare const blueprintReport: z.ZodMiniObject<{
    valid: z.ZodMiniBoolean<boolean>;
    errors: z.ZodMiniArray<z.ZodMiniObject<{
        node_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
        message: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    warnings: z.ZodMiniArray<z.ZodMiniObject<{
        node_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
        message: z.ZodMiniString<string>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type WorkflowNode = z.infer<typeof workflowNode>;
export type WorkflowEdge = z.infer<typeof workflowEdge>;
export type Blueprint = z.infer<typeof blueprint>;
export type Workflow = z.infer<typeof workflow>;
export type StoredWorkflow = z.infer<typeof storedWorkflow>;
export type WorkflowStats = z.infer<typeof workflowStats>;
export type BlueprintReport = z.infer<typeof blueprintReport>;
