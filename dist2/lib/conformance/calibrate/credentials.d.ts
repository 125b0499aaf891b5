import type { Exchange } from '../exchange.ts';
import { type View } from './observer.ts';
/** Credentials, login and refresh (2.7, 4.6, 5). */
export declare const credentialObservers: {
    readonly 'auth.body-token': {
        readonly plan: 'turn';
        readonly look: ({ lab }: View) => Promise<{
            option: "accepted";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "ignored";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'auth.auto-body-token': {
        readonly plan: 'turn';
        readonly look: ({ lab }: View) => Promise<{
            option: "accepted";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "ignored";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'auth.chat-header': {
        readonly plan: 'turn';
        readonly look: ({ lab }: View) => Promise<{
            option: "honoured";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "ignored";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'auth.two-credentials': {
        readonly plan: 'turn';
        readonly look: ({ lab }: View) => Promise<{
            option: "body";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "header";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'auth.scheme': {
        readonly plan: "core";
        readonly look: ({ lab }: View) => Promise<{
            option: "any-case" | "exact";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'auth.refresh-token-as-bearer': {
        readonly plan: "core";
        readonly last: true;
        readonly look: ({ lab }: View) => Promise<{
            option: "accepted" | "refused";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'auth.challenge': {
        readonly plan: "core";
        readonly look: ({ lab }: View) => Promise<{
            option: "absent" | "bearer";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'auth.disabled-key-code': {
        readonly plan: "core";
        readonly look: (view: View) => Promise<{
            option: "invalid_token" | "unauthorized";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'auth.deleted-key-code': {
        readonly plan: "core";
        readonly look: (view: View) => Promise<{
            option: "invalid_token" | "unauthorized";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'auth.expired-key': {
        readonly plan: "core";
        readonly look: (view: View) => Promise<{
            option: "accepted";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "invalid_token" | "token_expired";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'login.token-type': {
        readonly plan: "core";
        readonly look: ({ lab }: View) => Promise<{
            option: "Bearer" | "bearer";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'login.expires-in': {
        readonly plan: "core";
        readonly look: ({ lab }: View) => Promise<{
            option: "7200";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "seconds";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'operations.auth-verify': {
        readonly plan: "core";
        readonly look: ({ lab }: View) => Promise<{
            option: "absent" | "present";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'refresh.shape': {
        readonly plan: "core";
        readonly last: true;
        readonly look: ({ lab }: View) => Promise<{
            option: "access-only" | "login";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'refresh.rotation': {
        readonly plan: "core";
        readonly last: true;
        readonly look: ({ lab }: View) => Promise<{
            option: "single-session";
            from: Exchange;
            value?: {} | null | undefined;
        } | {
            option: "once" | "reusable";
            from: Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
