import * as z from 'zod/mini';
/** An agent (2.8: shape undeclared; the fields that a web client reads and a deployment sends). */
export declare const agent: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    icon: z.ZodMiniNullable<z.ZodMiniString<string>>;
    description: z.ZodMiniNullable<z.ZodMiniString<string>>;
    instructions: z.ZodMiniNullable<z.ZodMiniString<string>>;
    model_config_json: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    tool_categories: z.ZodMiniArray<z.ZodMiniString<string>>;
    suggested_prompts: z.ZodMiniArray<z.ZodMiniString<string>>;
    kb_ids: z.ZodMiniArray<z.ZodMiniString<string>>;
    connector_ids: z.ZodMiniArray<z.ZodMiniString<string>>;
    mcp_server_ids: z.ZodMiniArray<z.ZodMiniString<string>>;
    grounding_config: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    sandbox_config: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    execution_mode: z.ZodMiniEnum<{
        auto: "auto";
        dag: "dag";
        react: "react";
    }>;
    status: z.ZodMiniEnum<{
        draft: "draft";
        published: "published";
    }>;
    published_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    is_active: z.ZodMiniBoolean<boolean>;
    is_builder: z.ZodMiniBoolean<boolean>;
    compact_instructions: z.ZodMiniNullable<z.ZodMiniString<string>>;
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
    forked_from: z.ZodMiniNullable<z.ZodMiniString<string>>;
    source: z.ZodMiniNullable<z.ZodMiniEnum<{
        market: "market";
        org: "org";
        own: "own";
    }>>;
    confirmation_mode: z.ZodMiniEnum<{
        auto: "auto";
        channel_only: "channel_only";
        inline_only: "inline_only";
    }>;
    confirmation_approver_scope: z.ZodMiniEnum<{
        agent_owner: "agent_owner";
        initiator: "initiator";
        org_members: "org_members";
    }>;
    require_confirmation_for_all: z.ZodMiniBoolean<boolean>;
    approval_channel_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    suggest_followups: z.ZodMiniBoolean<boolean>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** An agent as a world keeps it; `source` depends on who looks. */
export declare const storedAgent: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    icon: z.ZodMiniNullable<z.ZodMiniString<string>>;
    description: z.ZodMiniNullable<z.ZodMiniString<string>>;
    instructions: z.ZodMiniNullable<z.ZodMiniString<string>>;
    model_config_json: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    tool_categories: z.ZodMiniArray<z.ZodMiniString<string>>;
    suggested_prompts: z.ZodMiniArray<z.ZodMiniString<string>>;
    kb_ids: z.ZodMiniArray<z.ZodMiniString<string>>;
    connector_ids: z.ZodMiniArray<z.ZodMiniString<string>>;
    mcp_server_ids: z.ZodMiniArray<z.ZodMiniString<string>>;
    grounding_config: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    sandbox_config: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    execution_mode: z.ZodMiniEnum<{
        auto: "auto";
        dag: "dag";
        react: "react";
    }>;
    status: z.ZodMiniEnum<{
        draft: "draft";
        published: "published";
    }>;
    published_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    is_active: z.ZodMiniBoolean<boolean>;
    is_builder: z.ZodMiniBoolean<boolean>;
    compact_instructions: z.ZodMiniNullable<z.ZodMiniString<string>>;
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
    forked_from: z.ZodMiniNullable<z.ZodMiniString<string>>;
    confirmation_mode: z.ZodMiniEnum<{
        auto: "auto";
        channel_only: "channel_only";
        inline_only: "inline_only";
    }>;
    confirmation_approver_scope: z.ZodMiniEnum<{
        agent_owner: "agent_owner";
        initiator: "initiator";
        org_members: "org_members";
    }>;
    require_confirmation_for_all: z.ZodMiniBoolean<boolean>;
    approval_channel_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    suggest_followups: z.ZodMiniBoolean<boolean>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
export type Agent = z.infer<typeof agent>;
export type StoredAgent = z.infer<typeof storedAgent>;
