/** What the operations in `endpoints/confirmations.ts` take. */
export declare const confirmationsInputs: {
    readonly 'confirmations.respond': {
        readonly body: import("zod/mini").ZodMiniObject<{
            decision: import("zod/mini").ZodMiniEnum<{
                approve: "approve";
                reject: "reject";
            }>;
            reason: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
        }, import("zod/v4/core").$strip>;
    };
};
