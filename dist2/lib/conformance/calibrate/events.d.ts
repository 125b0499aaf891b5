/** What events say (6). */
export declare const eventObservers: {
    readonly 'events.cursor-carrier': {
        readonly plan: "turn";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "data-and-id" | "data-or-id" | "id" | "none" | "wrapped";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.cursor-range': {
        readonly plan: "turn";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "conversation" | "turn";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'events.cursor-step': {
        readonly plan: "turn";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<({
            option: "1";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "step";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        })[]>;
    };
    readonly 'events.unlisted': {
        readonly plan: "turn";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "heartbeat" | "no";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.answer-names': {
        readonly plan: "turn";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "documented" | "status";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.step-names': {
        readonly plan: "turn";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "documented" | "prefixed";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.extra-fields': {
        readonly plan: "turn";
        readonly look: ({ lab, option }: import("./observer.ts").View) => Promise<{
            option: "both" | "documented";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.done-tokens': {
        readonly plan: "turn";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "absent" | "present";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.suggestions': {
        readonly plan: 'full';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "always" | "by-agent";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'events.suggestions-shape': {
        readonly plan: 'full';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "array" | "items";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.post-processing': {
        readonly plan: 'full';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "no" | "yes";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.tool-selection': {
        readonly plan: 'full';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "no" | "yes";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'events.step-moments': {
        readonly plan: "turn";
        readonly look: ({ lab, option }: import("./observer.ts").View) => Promise<{
            option: "epoch" | "iso";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.title': {
        readonly plan: 'full';
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "never";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "after-suggestions" | "before-suggestions";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
