import type { Exchange } from '../exchange.ts';
/** What a turn does (4.2). */
export declare const turnObservers: {
    readonly 'turn.on-disconnect': {
        readonly plan: 'full';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "cancels" | "goes-on";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'turn.concurrent': {
        readonly plan: 'full';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "refused" | "side-by-side";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'turn.without-conversation': {
        readonly plan: 'full';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "makes-one" | "not-stored";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'quotas.unstored-turns': {
        readonly plan: 'full';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "count" | "free";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'turn.unknown-agent': {
        readonly plan: 'full';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "ignored";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "refused";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'chat.query': {
        readonly plan: 'core';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "optional" | "required";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'chat.query-length': {
        readonly plan: 'core';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "characters";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "unlimited";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'chat.routing-event': {
        readonly plan: 'turn';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "absent" | "first";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'chat.inject-without-turn': {
        readonly plan: 'core';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "conflict";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "not_found";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'chat.inject-elsewhere': {
        readonly plan: 'core';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "conversation_not_found";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "forbidden";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
