import type { Call } from '../call.ts';
/** A body as it was received; what is wrong with it is kept, and thrown by `validate`. */
export type Body = {
    /** The parsed JSON; `undefined` where there was none or it could not be parsed. */
    readonly value: unknown;
    readonly problem: 'too-large' | 'unreadable' | undefined;
    /** The body as it came; signatures are of it. */
    readonly text: string;
    /** Where the parser stopped, in characters. */
    readonly position: number;
    /** Whether the content type says JSON, or nothing. */
    readonly saysJson: boolean;
};
/** What a call without one has. */
export declare const noBody: Body;
/** Whether a body of this call counts. */
export declare const carriesBody: ({ method }: Call) => boolean;
/** Reads the body of a call, up to a bound of bytes, whatever operation it is for. */
export declare function read(call: Call, limit?: number): Promise<Body>;
