import * as z from 'zod/mini';
export declare const confirmationStatus: z.ZodMiniEnum<{
    approved: "approved";
    expired: "expired";
    pending: "pending";
    rejected: "rejected";
}>;
export declare const confirmationMode: z.ZodMiniEnum<{
    channel: "channel";
    inline: "inline";
}>;
export declare const approverScope: z.ZodMiniEnum<{
    agent_owner: "agent_owner";
    initiator: "initiator";
    org_members: "org_members";
}>;
/** An approval for a tool call, as who may decide it sees it (3: states; fields not shown). */
export declare const confirmation: z.ZodMiniObject<{
    confirmation_id: z.ZodMiniString<string>;
    status: z.ZodMiniEnum<{
        approved: "approved";
        expired: "expired";
        pending: "pending";
        rejected: "rejected";
    }>;
    mode: z.ZodMiniEnum<{
        channel: "channel";
        inline: "inline";
    }>;
    tool_name: z.ZodMiniString<string>;
    arguments: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    created_at: z.ZodMiniString<string>;
    decided_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    approver_user_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** What an answer to a confirmation comes to. */
export declare const answeredConfirmation: z.ZodMiniObject<{
    confirmation_id: z.ZodMiniString<string>;
    status: z.ZodMiniEnum<{
        approved: "approved";
        expired: "expired";
        pending: "pending";
        rejected: "rejected";
    }>;
    decided_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** A confirmation as a world keeps it; only a pending one ever changes. */
export declare const storedConfirmation: z.ZodMiniObject<{
    status: z.ZodMiniEnum<{
        approved: "approved";
        expired: "expired";
        pending: "pending";
        rejected: "rejected";
    }>;
    mode: z.ZodMiniEnum<{
        channel: "channel";
        inline: "inline";
    }>;
    tool_name: z.ZodMiniString<string>;
    arguments: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    created_at: z.ZodMiniString<string>;
    decided_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    approver_user_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    id: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    agent_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    approver_scope: z.ZodMiniEnum<{
        agent_owner: "agent_owner";
        initiator: "initiator";
        org_members: "org_members";
    }>;
    reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
export type Confirmation = z.infer<typeof confirmation>;
export type StoredConfirmation = z.infer<typeof storedConfirmation>;
