import { type View } from './observer.ts';
/** What resume gives back (4.2, 6). */
export declare const resumeObservers: {
    readonly 'resume.frame': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<{
            option: "live";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "wrapped";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'resume.end-replayed': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<{
            option: "no" | "yes";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'resume.done-stored': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<{
            option: "no" | "yes";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'resume.done-payload': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<{
            option: "counts" | "empty";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'resume.replay-range': {
        readonly plan: "turn";
        readonly look: ({ lab }: View) => Promise<{
            option: "conversation" | "newest-turn";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'resume.mid-turn': {
        readonly plan: 'full';
        readonly look: ({ lab, option }: View) => Promise<{
            option: "follow" | "previous" | "stored";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'resume.cursor-required': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<{
            option: "optional";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "required";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'resume.below-minus-one': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<{
            option: "accepted" | "invalid_cursor";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'resume.non-integer-cursor': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<({
            option: "invalid_cursor";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "validation";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        })[]>;
    };
    readonly 'resume.body-token': {
        readonly plan: "turn";
        readonly look: ({ lab }: View) => Promise<{
            option: "accepted" | "ignored";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
