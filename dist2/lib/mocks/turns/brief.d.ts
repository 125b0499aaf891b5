import type { StoredAgent } from '../../contract/records/agent.ts';
import type { Conversation } from '../../contract/records/conversation.ts';
import type { Visit } from '../pipeline/visit.ts';
/** The conversation that a turn belongs to; one is made for it where the deployment does so. */
export declare function conversationFor(visit: Visit): Conversation | undefined;
/** The agent that the body names, else that of the conversation; one that the caller sees. */
export declare function agentFor(visit: Visit, named: string | null | undefined): {
    id: string;
    user_id: string;
    name: string;
    icon: string | null;
    description: string | null;
    instructions: string | null;
    model_config_json: Record<string, unknown> | null;
    tool_categories: string[];
    suggested_prompts: string[];
    kb_ids: string[];
    connector_ids: string[];
    mcp_server_ids: string[];
    grounding_config: Record<string, unknown> | null;
    sandbox_config: Record<string, unknown> | null;
    execution_mode: "auto" | "dag" | "react";
    status: "draft" | "published";
    published_at: string | null;
    is_active: boolean;
    is_builder: boolean;
    compact_instructions: string | null;
    visibility: "global" | "org" | "personal";
    org_id: string | null;
    publish_status: "approved" | "pending_review" | "rejected" | null;
    reviewed_by: string | null;
    reviewed_at: string | null;
    review_note: string | null;
    forked_from: string | null;
    confirmation_mode: "auto" | "channel_only" | "inline_only";
    confirmation_approver_scope: "agent_owner" | "initiator" | "org_members";
    require_confirmation_for_all: boolean;
    approval_channel_id: string | null;
    suggest_followups: boolean;
    created_at: string;
    updated_at: string | null;
} | undefined;
/** What a turn may look up: the bases of the agent or the conversation, else all that the caller sees. */
export declare function basesFor({ world, caller }: Visit, conversation: Conversation | undefined, agent: StoredAgent | undefined): {
    id: string;
    user_id: string;
    name: string;
    description: string | null;
    chunk_strategy: "fixed" | "markdown" | "recursive" | "semantic";
    chunk_size: number;
    chunk_overlap: number;
    retrieval_mode: "dense" | "fts" | "hybrid";
    document_count: number;
    total_chunks: number;
    status: "active";
    is_active: boolean;
    visibility: "global" | "org" | "personal";
    org_id: string | null;
    publish_status: "approved" | "pending_review" | "rejected" | null;
    reviewed_by: string | null;
    reviewed_at: string | null;
    review_note: string | null;
    created_at: string;
    updated_at: string | null;
}[];
/** What the body of a chat request asks. */
export declare function askedOf(body: {
    q: string;
    image_ids?: string | null;
    user_metadata?: string | null;
}): {
    query: string;
    images: string[];
    metadata: Record<string, unknown>;
};
