import type { Call } from '../call.ts';
/** Who may use the control API. */
export type ControlAccess = {
    /**
     * Needed by every call, as `authorization: Bearer TOKEN`. Where others than this machine can
     * reach the fake, the control API is off without one.
     */
    readonly token?: string | undefined;
    /** The base URL at which others reach the fake; its host is taken beside those of this machine. */
    readonly publicUrl?: string | undefined;
    /** Origins whose pages may call, such as `http://localhost:3000`. */
    readonly origins?: readonly string[] | undefined;
};
/** The same, ready to judge calls by. */
export type Access = {
    /** Whether nobody may call. */
    readonly off: boolean;
    readonly token: string | undefined;
    readonly publicUrl: URL | undefined;
    /** Whether others reach the fake by a way that it can't see, such as a proxy on its machine. */
    readonly proxied: boolean;
    readonly origins: ReadonlySet<string>;
};
/** What a token may consist of, since it travels in a header. */
export declare const isToken: (text: string) => boolean;
/** The URL that a text is, if http or https lead there. */
export declare function httpUrl(text: string): URL | undefined;
/** Whether a page of another origin sent a call that may do so. */
export declare const grants: ({ origins }: Access, call: Call) => boolean;
/** Reads who may call. Throws a `TypeError` that says what can't be used. */
export declare function readAccess(given: ControlAccess | boolean): Access;
