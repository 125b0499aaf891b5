import * as z from 'zod/mini';
/** Who may see a record besides its owner, and how that was decided. */
export declare const publication: {
    visibility: z.ZodMiniEnum<{
        global: "global";
        org: "org";
        personal: "personal";
    }>;
    org_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    publish_status: z.ZodMiniNullable<z.ZodMiniEnum<{
        approved: "approved";
        pending_review: "pending_review";
        rejected: "rejected";
    }>>;
    reviewed_by: z.ZodMiniNullable<z.ZodMiniString<string>>;
    reviewed_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    review_note: z.ZodMiniNullable<z.ZodMiniString<string>>;
};
/** Whence a record reaches whoever looks. */
export declare const source: z.ZodMiniNullable<z.ZodMiniEnum<{
    market: "market";
    org: "org";
    own: "own";
}>>;
