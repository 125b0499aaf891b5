import type { Exchange } from '../exchange.ts';
import { type View } from './observer.ts';
/** How streams are written, below what an event reader tells (6). */
export declare const framingObservers: {
    readonly 'events.line-ends': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<{
            option: "crlf" | "lf";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.data-space': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<{
            option: "no" | "yes";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.comments': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<{
            option: "no" | "yes";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'events.content-type': {
        readonly plan: "turn";
        readonly look: (view: View) => Promise<{
            option: "charset" | "plain";
            from: Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
};
