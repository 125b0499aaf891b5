import type * as z from 'zod/mini';
import type { batchRunBody, createWorkflowBody, runBody, updateWorkflowBody } from '../../contract/bodies/workflows.ts';
import type { Workflow } from '../../contract/records/workflow.ts';
import type { WorkflowRun } from '../../contract/records/workflow-run.ts';
import type { Caller, CallOptions } from '../caller.ts';
import { type PageQuery } from '../page.ts';
export type NewWorkflow = z.infer<typeof createWorkflowBody>;
export type WorkflowChange = z.infer<typeof updateWorkflowBody>;
export type WorkflowQuery = PageQuery & {
    readonly status?: Workflow['status'] | undefined;
};
export type RunQuery = PageQuery & {
    readonly status?: WorkflowRun['status'] | undefined;
};
export type RunWish = Omit<z.infer<typeof runBody>, 'dry_run'>;
export type BatchWish = z.infer<typeof batchRunBody>;
/** Workflows and their runs. */
export declare function workflowsOf(caller: Caller): {
    list(query?: WorkflowQuery | undefined, options?: CallOptions): Promise<import("../page.ts").Page<{
        visibility: "global" | "org" | "personal";
        org_id: string | null;
        publish_status: "approved" | "pending_review" | "rejected" | null;
        reviewed_by: string | null;
        reviewed_at: string | null;
        review_note: string | null;
        id: string;
        user_id: string;
        name: string;
        icon: string | null;
        description: string | null;
        blueprint: {
            nodes: {
                [x: string]: unknown;
                id: string;
                type: string;
                data?: Record<string, unknown> | undefined;
            }[];
            edges: {
                [x: string]: unknown;
                source: string;
                target: string;
                sourceHandle?: string | null | undefined;
            }[];
            viewport?: Record<string, unknown> | null | undefined;
        };
        input_schema: Record<string, unknown> | null;
        output_schema: Record<string, unknown> | null;
        status: "draft" | "published";
        published_at: string | null;
        is_active: boolean;
        webhook_url: string | null;
        schedule_cron: string | null;
        schedule_enabled: boolean;
        schedule_inputs: Record<string, unknown> | null;
        schedule_timezone: string;
        has_api_key: boolean;
        total_runs: number;
        last_run_at: string | null;
        success_rate: number | null;
        source: "market" | "org" | "own" | null;
        forked_from: string | null;
        created_at: string;
        updated_at: string | null;
    }>>;
    all(query?: Omit<WorkflowQuery, "page"> | undefined, options?: CallOptions): AsyncGenerator<{
        visibility: "global" | "org" | "personal";
        org_id: string | null;
        publish_status: "approved" | "pending_review" | "rejected" | null;
        reviewed_by: string | null;
        reviewed_at: string | null;
        review_note: string | null;
        id: string;
        user_id: string;
        name: string;
        icon: string | null;
        description: string | null;
        blueprint: {
            nodes: {
                [x: string]: unknown;
                id: string;
                type: string;
                data?: Record<string, unknown> | undefined;
            }[];
            edges: {
                [x: string]: unknown;
                source: string;
                target: string;
                sourceHandle?: string | null | undefined;
            }[];
            viewport?: Record<string, unknown> | null | undefined;
        };
        input_schema: Record<string, unknown> | null;
        output_schema: Record<string, unknown> | null;
        status: "draft" | "published";
        published_at: string | null;
        is_active: boolean;
        webhook_url: string | null;
        schedule_cron: string | null;
        schedule_enabled: boolean;
        schedule_inputs: Record<string, unknown> | null;
        schedule_timezone: string;
        has_api_key: boolean;
        total_runs: number;
        last_run_at: string | null;
        success_rate: number | null;
        source: "market" | "org" | "own" | null;
        forked_from: string | null;
        created_at: string;
        updated_at: string | null;
    }, void, undefined>;
    read: (id: string, options?: CallOptions) => Promise<{
        visibility: "global" | "org" | "personal";
        org_id: string | null;
        publish_status: "approved" | "pending_review" | "rejected" | null;
        reviewed_by: string | null;
        reviewed_at: string | null;
        review_note: string | null;
        id: string;
        user_id: string;
        name: string;
        icon: string | null;
        description: string | null;
        blueprint: {
            nodes: {
                [x: string]: unknown;
                id: string;
                type: string;
                data?: Record<string, unknown> | undefined;
            }[];
            edges: {
                [x: string]: unknown;
                source: string;
                target: string;
                sourceHandle?: string | null | undefined;
            }[];
            viewport?: Record<string, unknown> | null | undefined;
        };
        input_schema: Record<string, unknown> | null;
        output_schema: Record<string, unknown> | null;
        status: "draft" | "published";
        published_at: string | null;
        is_active: boolean;
        webhook_url: string | null;
        schedule_cron: string | null;
        schedule_enabled: boolean;
        schedule_inputs: Record<string, unknown> | null;
        schedule_timezone: string;
        has_api_key: boolean;
        total_runs: number;
        last_run_at: string | null;
        success_rate: number | null;
        source: "market" | "org" | "own" | null;
        forked_from: string | null;
        created_at: string;
        updated_at: string | null;
    }>;
    create: (fields: NewWorkflow, options?: CallOptions) => Promise<{
        visibility: "global" | "org" | "personal";
        org_id: string | null;
        publish_status: "approved" | "pending_review" | "rejected" | null;
        reviewed_by: string | null;
        reviewed_at: string | null;
        review_note: string | null;
        id: string;
        user_id: string;
        name: string;
        icon: string | null;
        description: string | null;
        blueprint: {
            nodes: {
                [x: string]: unknown;
                id: string;
                type: string;
                data?: Record<string, unknown> | undefined;
            }[];
            edges: {
                [x: string]: unknown;
                source: string;
                target: string;
                sourceHandle?: string | null | undefined;
            }[];
            viewport?: Record<string, unknown> | null | undefined;
        };
        input_schema: Record<string, unknown> | null;
        output_schema: Record<string, unknown> | null;
        status: "draft" | "published";
        published_at: string | null;
        is_active: boolean;
        webhook_url: string | null;
        schedule_cron: string | null;
        schedule_enabled: boolean;
        schedule_inputs: Record<string, unknown> | null;
        schedule_timezone: string;
        has_api_key: boolean;
        total_runs: number;
        last_run_at: string | null;
        success_rate: number | null;
        source: "market" | "org" | "own" | null;
        forked_from: string | null;
        created_at: string;
        updated_at: string | null;
    }>;
    update: (id: string, change: WorkflowChange, options?: CallOptions) => Promise<{
        visibility: "global" | "org" | "personal";
        org_id: string | null;
        publish_status: "approved" | "pending_review" | "rejected" | null;
        reviewed_by: string | null;
        reviewed_at: string | null;
        review_note: string | null;
        id: string;
        user_id: string;
        name: string;
        icon: string | null;
        description: string | null;
        blueprint: {
            nodes: {
                [x: string]: unknown;
                id: string;
                type: string;
                data?: Record<string, unknown> | undefined;
            }[];
            edges: {
                [x: string]: unknown;
                source: string;
                target: string;
                sourceHandle?: string | null | undefined;
            }[];
            viewport?: Record<string, unknown> | null | undefined;
        };
        input_schema: Record<string, unknown> | null;
        output_schema: Record<string, unknown> | null;
        status: "draft" | "published";
        published_at: string | null;
        is_active: boolean;
        webhook_url: string | null;
        schedule_cron: string | null;
        schedule_enabled: boolean;
        schedule_inputs: Record<string, unknown> | null;
        schedule_timezone: string;
        has_api_key: boolean;
        total_runs: number;
        last_run_at: string | null;
        success_rate: number | null;
        source: "market" | "org" | "own" | null;
        forked_from: string | null;
        created_at: string;
        updated_at: string | null;
    }>;
    delete: (id: string, options?: CallOptions) => Promise<void>;
    stats: (id: string, options?: CallOptions) => Promise<{
        total_runs: number;
        completed_runs: number;
        failed_runs: number;
        cancelled_runs: number;
        active_runs: number;
        success_rate: number | null;
        average_duration_ms: number | null;
        last_run_at: string | null;
    }>;
    /** Runs it, and tells what happens as it happens; a run that is left goes on. */
    run: (id: string, wish?: RunWish, options?: CallOptions) => AsyncGenerator<import("../streams/run-event.ts").RunEvent, void, undefined>;
    /** What a run would do, without running it. */
    plan: (id: string, wish?: RunWish, options?: CallOptions) => Promise<{
        workflow_id: string;
        dry_run: true;
        node_count: number;
        nodes: {
            node_id: string;
            node_type: string;
            label: string | null;
            will: "be cancelled" | "be skipped" | "complete" | "fail";
            starts_after_ms: number;
            duration_ms: number;
        }[];
        outcome: "completed" | "failed";
        error: string | null;
        duration_ms: number;
    }>;
    /** Runs it with up to 100 sets of inputs; answers when all have ended. */
    batch: (id: string, wish: BatchWish, options?: CallOptions) => Promise<{
        batch_id: string;
        total: number;
        results: {
            status: "cancelled" | "completed" | "failed" | "pending" | "running";
            inputs: Record<string, unknown>;
            outputs: Record<string, unknown> | null;
            duration_ms: number | null;
            error: string | null;
            run_id: string;
        }[];
    }>;
    /** The runs of a workflow. */
    runs: (id: string) => import("../page.ts").List<{
        id: string;
        workflow_id: string;
        user_id: string;
        status: "cancelled" | "completed" | "failed" | "pending" | "running";
        inputs: Record<string, unknown>;
        outputs: Record<string, unknown> | null;
        node_results: Record<string, {
            status: "cancelled" | "completed" | "failed" | "running" | "skipped";
            output: Record<string, unknown> | null;
            error: string | null;
            started_at: string;
            completed_at: string | null;
            duration_ms: number | null;
        }>;
        started_at: string | null;
        completed_at: string | null;
        duration_ms: number | null;
        error: string | null;
        created_at: string;
        updated_at: string | null;
    }, RunQuery>;
    readRun: (id: string, runId: string, options?: CallOptions) => Promise<{
        id: string;
        workflow_id: string;
        user_id: string;
        status: "cancelled" | "completed" | "failed" | "pending" | "running";
        inputs: Record<string, unknown>;
        outputs: Record<string, unknown> | null;
        node_results: Record<string, {
            status: "cancelled" | "completed" | "failed" | "running" | "skipped";
            output: Record<string, unknown> | null;
            error: string | null;
            started_at: string;
            completed_at: string | null;
            duration_ms: number | null;
        }>;
        started_at: string | null;
        completed_at: string | null;
        duration_ms: number | null;
        error: string | null;
        created_at: string;
        updated_at: string | null;
    }>;
    cancelRun: (id: string, runId: string, options?: CallOptions) => Promise<{
        id: string;
        workflow_id: string;
        user_id: string;
        status: "cancelled" | "completed" | "failed" | "pending" | "running";
        inputs: Record<string, unknown>;
        outputs: Record<string, unknown> | null;
        node_results: Record<string, {
            status: "cancelled" | "completed" | "failed" | "running" | "skipped";
            output: Record<string, unknown> | null;
            error: string | null;
            started_at: string;
            completed_at: string | null;
            duration_ms: number | null;
        }>;
        started_at: string | null;
        completed_at: string | null;
        duration_ms: number | null;
        error: string | null;
        created_at: string;
        updated_at: string | null;
    }>;
};
