/** What the operations in `endpoints/portal.ts` take. */
export declare const portalInputs: {
    readonly 'models.list': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>;
    };
};
