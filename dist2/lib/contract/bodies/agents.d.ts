import * as z from 'zod/mini';
/** `POST /api/agents`. */
export declare const createAgentBody: z.ZodMiniObject<{
    icon: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    instructions: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    compact_instructions: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    model_config_json: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    tool_categories: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    suggested_prompts: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    kb_ids: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    connector_ids: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    mcp_server_ids: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    grounding_config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    sandbox_config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    execution_mode: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        auto: "auto";
        dag: "dag";
        react: "react";
    }>>>;
    confirmation_mode: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        auto: "auto";
        channel_only: "channel_only";
        inline_only: "inline_only";
    }>>>;
    confirmation_approver_scope: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        agent_owner: "agent_owner";
        initiator: "initiator";
        org_members: "org_members";
    }>>>;
    require_confirmation_for_all: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    approval_channel_id: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    suggest_followups: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    name: z.ZodMiniString<string>;
}, z.core.$strip>;
/** `PUT /api/agents/{agent_id}`: what is absent stays, null is the default again. */
export declare const updateAgentBody: z.ZodMiniObject<{
    icon: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    instructions: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    compact_instructions: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    model_config_json: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    tool_categories: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    suggested_prompts: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    kb_ids: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    connector_ids: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    mcp_server_ids: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    grounding_config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    sandbox_config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    execution_mode: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        auto: "auto";
        dag: "dag";
        react: "react";
    }>>>;
    confirmation_mode: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        auto: "auto";
        channel_only: "channel_only";
        inline_only: "inline_only";
    }>>>;
    confirmation_approver_scope: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        agent_owner: "agent_owner";
        initiator: "initiator";
        org_members: "org_members";
    }>>>;
    require_confirmation_for_all: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    approval_channel_id: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    suggest_followups: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    name: z.ZodMiniOptional<z.ZodMiniString<string>>;
    is_active: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
}, z.core.$strip>;
