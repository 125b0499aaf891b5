import type { Exchange } from '../exchange.ts';
import { type View } from './observer.ts';
/** Workflows, their runs, and the limit of those (4.7, 8). */
export declare const workflowObservers: {
    readonly 'workflows.run-started': {
        readonly plan: "full";
        readonly look: (view: View) => Promise<{
            option: "once" | "twice";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'workflows.event-moments': {
        readonly plan: "full";
        readonly look: (view: View) => Promise<{
            option: "epoch" | "iso";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'workflows.batch-counts': {
        readonly plan: "full";
        readonly look: (view: View) => Promise<{
            option: "each";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "once";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.limit-codes': {
        readonly plan: "full";
        readonly last: true;
        readonly look: (view: View) => Promise<{
            option: "rate_limit_exceeded" | "specific";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
