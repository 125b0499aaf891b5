import type { Exchange } from '../exchange.ts';
/** Approvals of tool calls (3, 8). */
export declare const approvalObservers: {
    readonly 'approvals.wait': {
        readonly plan: "full";
        readonly look: ({ lab, aids }: import("./observer.ts").View) => Promise<{
            option: "120s";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "24h";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'approvals.arguments': {
        readonly plan: "full";
        readonly look: ({ lab, aids }: import("./observer.ts").View) => Promise<{
            option: "empty";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "told";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
