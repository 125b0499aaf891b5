import type { Exchange } from '../exchange.ts';
/** The form of records and lists (2). */
export declare const recordObservers: {
    readonly 'records.timestamps': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "epoch" | "local" | "naive" | "offset" | "z";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'records.empty-fields': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "absent" | "null";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'records.content-type': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "charset" | "plain";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'lists.envelope': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "array" | "data" | "items" | "page" | "wrapped";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'lists.default-size': {
        readonly plan: "core";
        readonly look: ({ lab, option }: import("./observer.ts").View) => Promise<({
            option: "20";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "items";
            from: Exchange;
            value?: {} | null | undefined;
        })[] | {
            option: "20";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "items";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'lists.oversize': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<({
            option: "clamped";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "refused";
            from: Exchange;
            value?: {} | null | undefined;
        })[]>;
    };
    readonly 'lists.page-beyond-end': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "missing";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "empty" | "last";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'lists.pages-when-empty': {
        readonly plan: "core";
        readonly look: ({ lab, option }: import("./observer.ts").View) => Promise<{
            option: "0" | "1";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
