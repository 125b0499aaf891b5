import type { Exchange } from '../exchange.ts';
/** What is seen on a channel and a server that are made for it, switched off, and removed (4.7). */
export declare const ownConnectionObservers: {
    readonly 'channels.creation-status': {
        readonly plan: "core";
        readonly look: ({ lab, option }: import("./observer.ts").View) => Promise<{
            option: "200" | "201";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'mcp-servers.stored-credentials': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "clear";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "names";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
