/** A request as a mutant looks at it. */
export type Call = {
    readonly method: string;
    /** From `/api` on, without the query. */
    readonly path: string;
    readonly query: URLSearchParams;
    readonly bearer: string | undefined;
    /** The parsed body, `undefined` where there is none or it is no JSON. */
    readonly body: unknown;
    readonly request: Request;
};
/** Reads a request and leaves it unread for the server behind. */
export declare function readCall(request: Request): Promise<Call>;
/** `POST /api/dag`, `PATCH /api/conversations/*`, `GET *`; several are separated by `|`. */
export type Route = string;
/** Whether a call is one of a route; `*` stands for anything. */
export declare function matches(route: Route, { method, path }: Call): boolean;
/** The request with other parts; what is not named stays. */
export declare function changed({ request, body }: Call, parts: {
    body?: unknown;
    bearer?: string | null;
    path?: string;
}): Request;
