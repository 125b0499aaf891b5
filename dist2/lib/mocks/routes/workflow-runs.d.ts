import type { Visit } from '../pipeline/visit.ts';
export declare const workflowRunRoutes: {
    'workflow-runs.list': (visit: Visit) => import("../page.ts").Page;
    'workflow-runs.read': (visit: Visit) => {
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
    };
    'workflow-runs.delete': (visit: Visit) => {
        deleted: string;
    };
    'workflow-runs.clear': (visit: Visit) => {
        deleted_count: number;
    };
    'workflow-runs.cancel': (visit: Visit) => {
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
    } | undefined;
};
