import type { Exchange } from '../exchange.ts';
/** Operations of which the specification gives the names alone, and the version (4.4, 4.7, 9). */
export declare const platformObservers: {
    readonly 'connections.of-others': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "forbidden";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "missing";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'connectors.missing-base-url': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "bad_request";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "validation";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'channels.organization': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "optional";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "required";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'channels.envelope': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "bare" | "enveloped";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'administration.envelope': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "bare" | "enveloped";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'versioning.published': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "release";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "0.8.0" | "0.8.9";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'knowledge-bases.retrieval-reach': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "owner";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "visible";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
