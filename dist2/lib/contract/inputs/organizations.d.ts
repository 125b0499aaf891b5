/** What the operations in `endpoints/organizations.ts` take. */
export declare const organizationsInputs: {
    readonly 'orgs.list': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'orgs.create': {
        readonly body: import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniString<string>;
            description: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'orgs.replace': {
        readonly body: import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniString<string>;
            description: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'orgs.members': {
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            size: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'orgs.add-member': {
        readonly body: import("zod/mini").ZodMiniObject<{
            user_id: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            email: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            role: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                admin: "admin";
                member: "member";
                owner: "owner";
            }>>>;
        }, import("zod/v4/core").$strip>;
    };
    readonly 'orgs.change-role': {
        readonly body: import("zod/mini").ZodMiniObject<{
            role: import("zod/mini").ZodMiniEnum<{
                admin: "admin";
                member: "member";
                owner: "owner";
            }>;
        }, import("zod/v4/core").$strip>;
    };
};
