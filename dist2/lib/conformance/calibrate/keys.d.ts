import type { Exchange } from '../exchange.ts';
/** API keys (2.1, 4.1). */
export declare const keyObservers: {
    readonly 'keys.creation-status': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "200" | "201";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'keys.creation-shape': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "flat" | "nested" | "wrapped";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'keys.creation-record': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "partial" | "whole";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'keys.expiry-field': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "expires_at";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "named";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'keys.delete-operation': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "absent" | "present";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'keys.usage': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "every" | "writes";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'keys.ownership': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "any";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "own";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
