import type { Exchange } from '../exchange.ts';
/** Scopes (5.R6, 5.R8). */
export declare const scopeObservers: {
    readonly 'scopes.enforced': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "enforced" | "ignored";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'scopes.unlisted': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "full";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "chat-family" | "none";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'scopes.separator': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "comma" | "semicolon" | "space";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'scopes.admin-reach': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "all" | "own";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
