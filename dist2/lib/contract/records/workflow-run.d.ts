import * as z from 'zod/mini';
export declare const runStatus: z.ZodMiniEnum<{
    cancelled: "cancelled";
    completed: "completed";
    failed: "failed";
    pending: "pending";
    running: "running";
}>;
/** What became of one node in a run. */
export declare const nodeResult: z.ZodMiniObject<{
    status: z.ZodMiniEnum<{
        cancelled: "cancelled";
        completed: "completed";
        failed: "failed";
        running: "running";
        skipped: "skipped";
    }>;
    output: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    error: z.ZodMiniNullable<z.ZodMiniString<string>>;
    started_at: z.ZodMiniString<string>;
    completed_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    duration_ms: z.ZodMiniNullable<z.ZodMiniInt>;
}, z.core.$strip>;
/** One run of a workflow (4.7: not shown). */
export declare const workflowRun: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    workflow_id: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    status: z.ZodMiniEnum<{
        cancelled: "cancelled";
        completed: "completed";
        failed: "failed";
        pending: "pending";
        running: "running";
    }>;
    inputs: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    outputs: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    node_results: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniObject<{
        status: z.ZodMiniEnum<{
            cancelled: "cancelled";
            completed: "completed";
            failed: "failed";
            running: "running";
            skipped: "skipped";
        }>;
        output: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        error: z.ZodMiniNullable<z.ZodMiniString<string>>;
        started_at: z.ZodMiniString<string>;
        completed_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
        duration_ms: z.ZodMiniNullable<z.ZodMiniInt>;
    }, z.core.$strip>>;
    started_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    completed_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    duration_ms: z.ZodMiniNullable<z.ZodMiniInt>;
    error: z.ZodMiniNullable<z.ZodMiniString<string>>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** What a run would do with its inputs: the answer to `dry_run`. */
export declare const runPlan: z.ZodMiniObject<{
    workflow_id: z.ZodMiniString<string>;
    dry_run: z.ZodMiniLiteral<true>;
    node_count: z.ZodMiniInt;
    nodes: z.ZodMiniArray<z.ZodMiniObject<{
        node_id: z.ZodMiniString<string>;
        node_type: z.ZodMiniString<string>;
        label: z.ZodMiniNullable<z.ZodMiniString<string>>;
        will: z.ZodMiniEnum<{
            "be cancelled": "be cancelled";
            "be skipped": "be skipped";
            complete: "complete";
            fail: "fail";
        }>;
        starts_after_ms: z.ZodMiniInt;
        duration_ms: z.ZodMiniInt;
    }, z.core.$strip>>;
    outcome: z.ZodMiniEnum<{
        completed: "completed";
        failed: "failed";
    }>;
    error: z.ZodMiniNullable<z.ZodMiniString<string>>;
    duration_ms: z.ZodMiniInt;
}, z.core.$strip>;
/** The runs of a batch, in the order of their inputs (8). */
export declare const batchResult: z.ZodMiniObject<{
    batch_id: z.ZodMiniString<string>;
    total: z.ZodMiniInt;
    results: z.ZodMiniArray<z.ZodMiniObject<{
        status: z.ZodMiniEnum<{
            cancelled: "cancelled";
            completed: "completed";
            failed: "failed";
            pending: "pending";
            running: "running";
        }>;
        inputs: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
        outputs: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        duration_ms: z.ZodMiniNullable<z.ZodMiniInt>;
        error: z.ZodMiniNullable<z.ZodMiniString<string>>;
        run_id: z.ZodMiniString<string>;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** How many finished runs are gone. */
export declare const clearedRuns: z.ZodMiniObject<{
    deleted_count: z.ZodMiniInt;
}, z.core.$strip>;
/** The events of the stream of a run; each but `end` is sent with its moment, as `ts`. */
export declare const runEventData: {
    run_started: z.ZodMiniObject<{
        run_id: z.ZodMiniString<string>;
        workflow_id: z.ZodMiniString<string>;
        status: z.ZodMiniLiteral<"running">;
        node_count: z.ZodMiniInt;
    }, z.core.$strip>;
    node_started: z.ZodMiniObject<{
        node_id: z.ZodMiniString<string>;
        node_type: z.ZodMiniString<string>;
        label: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>;
    node_completed: z.ZodMiniObject<{
        node_id: z.ZodMiniString<string>;
        node_type: z.ZodMiniString<string>;
        output: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
        duration_ms: z.ZodMiniInt;
    }, z.core.$strip>;
    node_failed: z.ZodMiniObject<{
        node_id: z.ZodMiniString<string>;
        node_type: z.ZodMiniString<string>;
        error: z.ZodMiniString<string>;
        duration_ms: z.ZodMiniInt;
    }, z.core.$strip>;
    node_skipped: z.ZodMiniObject<{
        node_id: z.ZodMiniString<string>;
        node_type: z.ZodMiniString<string>;
        reason: z.ZodMiniString<string>;
    }, z.core.$strip>;
    run_completed: z.ZodMiniObject<{
        run_id: z.ZodMiniString<string>;
        duration_ms: z.ZodMiniInt;
        status: z.ZodMiniLiteral<"completed">;
        outputs: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    }, z.core.$strip>;
    run_failed: z.ZodMiniObject<{
        run_id: z.ZodMiniString<string>;
        duration_ms: z.ZodMiniInt;
        status: z.ZodMiniEnum<{
            cancelled: "cancelled";
            failed: "failed";
        }>;
        error: z.ZodMiniString<string>;
    }, z.core.$strip>;
    end: z.ZodMiniObject<{}, z.core.$strip>;
};
export type RunEventName = keyof typeof runEventData;
/** An event of a run. */
export type RunEvent = {
    [Name in RunEventName]: {
        readonly event: Name;
        readonly data: z.infer<(typeof runEventData)[Name]>;
    };
}[RunEventName];
/** An event of a run and when it happened, in canonical form. */
export type DatedRunEvent = RunEvent & {
    readonly at: string;
};
export type NodeResult = z.infer<typeof nodeResult>;
export type WorkflowRun = z.infer<typeof workflowRun>;
export type RunPlan = z.infer<typeof runPlan>;
export type BatchResult = z.infer<typeof batchResult>;
