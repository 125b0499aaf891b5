import type { Visit } from '../pipeline/visit.ts';
import { batchRun } from '../workflows/batch-run.ts';
import { startRun } from '../workflows/start-run.ts';
export declare const workflowRoutes: {
    'workflows.list': (visit: Visit) => import("../page.ts").Page;
    'workflows.create': (visit: Visit) => {
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
    };
    'workflows.validate-blueprint': (visit: Visit) => {
        valid: boolean;
        errors: {
            node_id: string | null;
            message: string;
        }[];
        warnings: {
            node_id: string | null;
            message: string;
        }[];
    };
    'workflows.read': (visit: Visit) => {
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
    };
    'workflows.update': (visit: Visit) => {
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
    };
    'workflows.delete': (visit: Visit) => {
        deleted: string;
    };
    'workflows.publish': (visit: Visit) => {
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
    };
    'workflows.unpublish': (visit: Visit) => {
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
    };
    'workflows.validate': (visit: Visit) => {
        valid: boolean;
        errors: {
            node_id: string | null;
            message: string;
        }[];
        warnings: {
            node_id: string | null;
            message: string;
        }[];
    };
    'workflows.stats': (visit: Visit) => {
        total_runs: number;
        completed_runs: number;
        failed_runs: number;
        cancelled_runs: number;
        active_runs: number;
        success_rate: number | null;
        average_duration_ms: number | null;
        last_run_at: string | null;
    };
    'workflows.run': typeof startRun;
    'workflows.batch-run': typeof batchRun;
};
