import { type Call, type Reply } from './call.ts';
/** A web `Request` as a call. */
export declare function toCall(request: Request): Call;
/**
 * A reply as the web `Response` to a request. Its stream stops on `cancel()` and on the abort of
 * the request's signal. Throws as `fetch` does: a `TypeError` where the connection is reset, the
 * signal's reason once it aborted.
 */
export declare function toResponse({ status, headers, body, reset }: Reply, { method, signal }: Pick<Request, 'method' | 'signal'>): Response;
