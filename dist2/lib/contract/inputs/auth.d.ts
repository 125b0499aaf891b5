/** What the operations in `endpoints/auth.ts` take. */
export declare const authInputs: {
    readonly 'auth.login': {
        readonly body: import("zod/mini").ZodMiniObject<{
            email: import("zod/mini").ZodMiniString<string>;
            password: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'auth.refresh': {
        readonly body: import("zod/mini").ZodMiniObject<{
            refresh_token: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
    };
};
