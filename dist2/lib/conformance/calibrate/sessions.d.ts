/** What ends with the sessions of a user (4.1). */
export declare const sessionObservers: {
    readonly 'sessions.revocation': {
        readonly plan: 'core';
        readonly last: true;
        readonly look: ({ lab, aids }: import("./observer.ts").View) => Promise<{
            option: "access" | "all";
            from: import("../exchange.ts").Exchange;
            value?: {} | null | undefined;
        }>;
    };
};
