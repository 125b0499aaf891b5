import type { Ask, Exchange, SeenEvent } from './exchange.ts';
import type { Target } from './lab.ts';
export type Fetch = (request: Request) => Promise<Response>;
export type Transport = {
    readonly target: Target;
    readonly fetch: Fetch;
    readonly now: () => number;
    /** Milliseconds until a request counts as unanswered; a stream may take as long. */
    readonly timeout: number;
};
/** Cuts a stream once it returns true; asked first when the headers are there. */
export type Until = (events: readonly SeenEvent[]) => boolean;
/** Sends one request and reads its reply to the end, or until `until` says so. */
export declare function exchangeWith({ target, fetch, now, timeout }: Transport, ask: Ask, until?: Until): Promise<Exchange>;
/** Why no answer came, in a few words. */
export declare function reason(error: unknown, timeout: number): string;
/** Whether no connection came about, so that the target can't have seen the request. */
export declare function wasUnsent(error: unknown): boolean;
