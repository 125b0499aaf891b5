import type { SessionKeeper } from './session.ts';
import type { Method, Order, Query, Transport } from './transport.ts';
/** What may go with any call. */
export type CallOptions = {
    /** Calls it off; the call rejects with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
};
export type RequestOptions = CallOptions & {
    readonly query?: Query | undefined;
    /** Sent as JSON. */
    readonly body?: unknown;
};
/** Calls the platform with the credential there is. Throws an `ApiError` where it is refused. */
export type Caller = {
    /** The answer, its body unread. */
    open(order: Order): Promise<Response>;
    /** The same for a stream, for which some deployments look for the token in the body alone. */
    openStream(order: Order & {
        readonly body: object;
    }, tokenInBody: boolean): Promise<Response>;
    /** What an answer carries: the `data` of an envelope, or all; `undefined` where it is empty. */
    request<Data>(method: Method, path: string, options?: RequestOptions): Promise<Data>;
};
export declare function createCaller(transport: Transport, session: SessionKeeper, apiKey: string | undefined): Caller;
/** What stands in the success envelope, or the value itself where there is none around it. */
export declare const contentOf: (value: unknown) => unknown;
