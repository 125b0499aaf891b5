/** How an account is refused that is restricted (7). */
export declare const restrictedObservers: {
    readonly 'login.restricted-account': {
        readonly plan: "core";
        readonly look: ({ lab, aids }: import("./observer.ts").View) => Promise<{
            option: "later";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "login";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
    readonly 'login.restricted-on-chat': {
        readonly plan: "core";
        readonly look: ({ lab, aids }: import("./observer.ts").View) => Promise<{
            option: "forbidden";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        } | {
            option: "unauthorized";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
