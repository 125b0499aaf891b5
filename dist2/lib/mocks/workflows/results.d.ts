import type { NodeResult } from '../../contract/records/workflow-run.ts';
import { type Tempo } from '../turns/play.ts';
import type { Enactment } from './enact.ts';
type Results = Readonly<Record<string, NodeResult>>;
/** What a run leaves in its record that goes on to its end. */
export declare function recordOf({ steps, ended, outcome }: Enactment, tempo: Tempo): {
    status: "completed" | "failed";
    outputs: {
        [x: string]: unknown;
    } | null;
    error: string | null;
    node_results: {
        [k: string]: {
            status: "cancelled" | "completed" | "failed" | "running" | "skipped";
            output: Record<string, unknown> | null;
            error: string | null;
            started_at: string;
            completed_at: string | null;
            duration_ms: number | null;
        };
    };
    completed_at: string;
    duration_ms: number;
    updated_at: string;
};
/** What became of its nodes until a moment, and how those stand that were under way. */
export declare const resultsUntil: ({ steps }: Enactment, tempo: Tempo, now: number, underWay: 'running' | 'cancelled') => Results;
export {};
