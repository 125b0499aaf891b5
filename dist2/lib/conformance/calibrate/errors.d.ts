import type { Lab } from '../lab.ts';
/** A credential that is neither a key nor a token. */
export declare const malformed = "not-a-credential";
/** A malformed credential in use. */
export declare const malformedUse: (lab: Lab) => Promise<import("../exchange.ts").Exchange>;
/** Errors and validation (2.3, 2.4, 7). */
export declare const errorObservers: {
    readonly 'errors.envelope': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "detail";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "documented";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.auth-codes': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "coded" | "uncoded";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'errors.unknown-route': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "bare" | "enveloped";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.crash': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "enveloped" | "text";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.success-error-field': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "absent" | "null";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.invalid-token-status': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "400" | "401" | "403";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.expired-token-code': {
        readonly plan: "core";
        readonly look: ({ lab, option }: import("./observer.ts").View) => Promise<{
            option: "invalid_token" | "token_expired";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.token-expired-status': {
        readonly plan: "core";
        readonly look: ({ lab, option }: import("./observer.ts").View) => Promise<{
            option: "400" | "401" | "403";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.missing-resource-code': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "not_found" | "specific";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.login-failed': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "bad_request";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "invalid_credentials";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "unauthorized";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.unreadable-body': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "bad_request" | "validation";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.content-type': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "parsed";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "unsupported";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "bad_request" | "crash";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.wrong-method': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "404" | "405";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.validation-status': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "400" | "422";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'errors.validation-items': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "bare" | "with-input" | "with-url";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }[]>;
    };
    readonly 'errors.coercion': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "lax";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "pydantic" | "strict";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'order.stages': {
        readonly plan: "core";
        readonly look: ({ lab }: import("./observer.ts").View) => Promise<{
            option: "validation-first";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "credential-first" | "existence-before-validation";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
