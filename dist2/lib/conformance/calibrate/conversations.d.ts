import type { Exchange } from '../exchange.ts';
/** Conversations (2.5, 4.3). */
export declare const conversationObservers: {
    readonly 'conversations.create-status': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "200" | "201";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'conversations.created-shape': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "id" | "record";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'conversations.ownership': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "any" | "own";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'conversations.modes': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "any" | "listed";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'conversations.order': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "newest";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "oldest";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "starred-first";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'conversations.search-parameter': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "named";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "q";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'conversations.kb-ids': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "ignored" | "settable";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
