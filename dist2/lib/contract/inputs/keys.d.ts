/** What the operations in `endpoints/keys.ts` take. */
export declare const keysInputs: {
    readonly 'keys.list': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'keys.create': {
        readonly body: import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniString<string>;
            scopes: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            expires_at: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'keys.set-active': {
        readonly body: import("zod/mini").ZodMiniObject<{
            is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        }, import("zod/v4/core").$strip>;
    };
};
