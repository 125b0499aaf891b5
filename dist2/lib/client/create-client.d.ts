import { type CallOptions, type RequestOptions } from './caller.ts';
import { type Session } from './session.ts';
import { type Credentials, type LoginOutcome, type SecondFactor } from './sign-in.ts';
import type { TurnOptions } from './streams/follow.ts';
import { type Question, type Turn } from './streams/turns.ts';
import { type Fetch, type Method } from './transport.ts';
import { type Wall } from './wall.ts';
/** Where the platform is, and who calls. */
export type ClientOptions = {
    /** The root of the deployment, without `/api`. */
    readonly baseUrl: string;
    /** Calls with a key instead of a session. */
    readonly apiKey?: string | undefined;
    /** A session that an app kept. */
    readonly session?: Session | undefined;
    /** Told of every other session: signed in, renewed; `undefined` when it ended. Keep it here. */
    readonly onSession?: ((session: Session | undefined) => void) | undefined;
    /** Sent with every call. */
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** Pauses before each attempt to resume a stream, in milliseconds; 300, 1000, 3000 unless given. */
    readonly backoff?: readonly number[] | undefined;
    readonly fetch?: Fetch | undefined;
    readonly wall?: Wall | undefined;
};
/** A platform, as an app sees it: see `createClient`. */
export type Client = ReturnType<typeof createClient>;
/**
 * A client for the platform. Every call throws an `ApiError` where the platform refuses it, what
 * `fetch` throws where it can't be reached, and the reason of its `signal` where that aborts.
 */
export declare function createClient(options: ClientOptions): {
    /** Who is signed in; `undefined` with a key, or before a login. */
    readonly session: Session | undefined;
    /** Takes another session, such as one that another tab renewed; `onSession` is not told. */
    adoptSession: (other: Session | undefined) => void;
    /** Signs in, or asks for a second factor. Throws an `ApiError` of 401 for a wrong password. */
    login: (credentials: Credentials, { signal }?: CallOptions) => Promise<LoginOutcome>;
    /** Signs in with the code that `login` asked for. */
    answerSecondFactor: (answer: SecondFactor, { signal }?: CallOptions) => Promise<LoginOutcome>;
    /** Forgets the session; with `everywhere` the platform ends all those of the user, too. */
    logout: ({ everywhere }?: {
        everywhere?: boolean | undefined;
    }) => Promise<void>;
    /** Asks an agent by the ReAct loop: `for await (const event of client.react({ q })) …`. */
    react: (question: Question, turn?: TurnOptions) => Turn;
    /** Asks an agent that plans first. */
    dag: (question: Question, turn?: TurnOptions) => Turn;
    /** Asks an agent and lets a fast model choose the way; `routing` tells which. */
    auto: (question: Question, turn?: TurnOptions) => Turn;
    /** The newest turn of a conversation behind a cursor; all of it unless one is given. */
    resume: (conversationId: string, cursor?: number, turn?: TurnOptions) => Turn;
    /** Gives a text to the turn that runs in a conversation. Throws 404 where none does. */
    inject: (conversation_id: string, content: string, call?: CallOptions) => Promise<{
        readonly id: string;
    }>;
    /** Takes an injected text back; false where the turn had taken it up. */
    recall: (conversation_id: string, inject_id: string, call?: CallOptions) => Promise<boolean>;
    conversations: {
        list(query?: import("./resources/conversations.ts").ConversationQuery | undefined, options?: CallOptions): Promise<import("./page.ts").Page<{
            id: string;
            user_id: string;
            title: string;
            mode: string;
            agent_id: string | null;
            model_name: string | null;
            kb_ids: string[];
            status: "active" | "archived";
            starred: boolean;
            total_tokens: number;
            created_at: string;
            updated_at: string | null;
        }>>;
        all(query?: Omit<import("./resources/conversations.ts").ConversationQuery, "page"> | undefined, options?: CallOptions): AsyncGenerator<{
            id: string;
            user_id: string;
            title: string;
            mode: string;
            agent_id: string | null;
            model_name: string | null;
            kb_ids: string[];
            status: "active" | "archived";
            starred: boolean;
            total_tokens: number;
            created_at: string;
            updated_at: string | null;
        }, void, undefined>;
        create: (fields?: import("./resources/conversations.ts").NewConversation, options?: CallOptions) => Promise<import("./resources/conversations.ts").CreatedConversation>;
        read: (id: string, options?: CallOptions) => Promise<{
            id: string;
            user_id: string;
            title: string;
            mode: string;
            agent_id: string | null;
            model_name: string | null;
            kb_ids: string[];
            status: "active" | "archived";
            starred: boolean;
            total_tokens: number;
            created_at: string;
            updated_at: string | null;
            messages: {
                id: string;
                conversation_id: string;
                role: "assistant" | "user";
                content: string | null;
                message_type: "done" | "inject" | "text";
                metadata: Record<string, unknown> | null;
                created_at: string;
            }[];
        }>;
        update: (id: string, change: import("./resources/conversations.ts").ConversationChange, options?: CallOptions) => Promise<{
            id: string;
            user_id: string;
            title: string;
            mode: string;
            agent_id: string | null;
            model_name: string | null;
            kb_ids: string[];
            status: "active" | "archived";
            starred: boolean;
            total_tokens: number;
            created_at: string;
            updated_at: string | null;
        }>;
        delete: (id: string, options?: CallOptions) => Promise<void>;
    };
    agents: {
        list(query?: import("./resources/agents.ts").AgentQuery | undefined, options?: CallOptions): Promise<import("./page.ts").Page<{
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
            source: "market" | "org" | "own" | null;
            confirmation_mode: "auto" | "channel_only" | "inline_only";
            confirmation_approver_scope: "agent_owner" | "initiator" | "org_members";
            require_confirmation_for_all: boolean;
            approval_channel_id: string | null;
            suggest_followups: boolean;
            created_at: string;
            updated_at: string | null;
        }>>;
        all(query?: Omit<import("./resources/agents.ts").AgentQuery, "page"> | undefined, options?: CallOptions): AsyncGenerator<{
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
            source: "market" | "org" | "own" | null;
            confirmation_mode: "auto" | "channel_only" | "inline_only";
            confirmation_approver_scope: "agent_owner" | "initiator" | "org_members";
            require_confirmation_for_all: boolean;
            approval_channel_id: string | null;
            suggest_followups: boolean;
            created_at: string;
            updated_at: string | null;
        }, void, undefined>;
        read: (id: string, options?: CallOptions) => Promise<{
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
            source: "market" | "org" | "own" | null;
            confirmation_mode: "auto" | "channel_only" | "inline_only";
            confirmation_approver_scope: "agent_owner" | "initiator" | "org_members";
            require_confirmation_for_all: boolean;
            approval_channel_id: string | null;
            suggest_followups: boolean;
            created_at: string;
            updated_at: string | null;
        }>;
        create: (fields: import("./resources/agents.ts").NewAgent, options?: CallOptions) => Promise<{
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
            source: "market" | "org" | "own" | null;
            confirmation_mode: "auto" | "channel_only" | "inline_only";
            confirmation_approver_scope: "agent_owner" | "initiator" | "org_members";
            require_confirmation_for_all: boolean;
            approval_channel_id: string | null;
            suggest_followups: boolean;
            created_at: string;
            updated_at: string | null;
        }>;
        update: (id: string, change: import("./resources/agents.ts").AgentChange, options?: CallOptions) => Promise<{
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
            source: "market" | "org" | "own" | null;
            confirmation_mode: "auto" | "channel_only" | "inline_only";
            confirmation_approver_scope: "agent_owner" | "initiator" | "org_members";
            require_confirmation_for_all: boolean;
            approval_channel_id: string | null;
            suggest_followups: boolean;
            created_at: string;
            updated_at: string | null;
        }>;
        delete: (id: string, options?: CallOptions) => Promise<void>;
    };
    knowledgeBases: {
        list(query?: import("./page.ts").PageQuery | undefined, options?: CallOptions): Promise<import("./page.ts").Page<{
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
            source: "market" | "org" | "own" | null;
            created_at: string;
            updated_at: string | null;
        }>>;
        all(query?: Omit<import("./page.ts").PageQuery, "page"> | undefined, options?: CallOptions): AsyncGenerator<{
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
            source: "market" | "org" | "own" | null;
            created_at: string;
            updated_at: string | null;
        }, void, undefined>;
        read: (id: string, options?: CallOptions) => Promise<{
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
            source: "market" | "org" | "own" | null;
            created_at: string;
            updated_at: string | null;
        }>;
        create: (fields: import("./resources/knowledge-bases.ts").NewKnowledgeBase, options?: CallOptions) => Promise<{
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
            source: "market" | "org" | "own" | null;
            created_at: string;
            updated_at: string | null;
        }>;
        update: (id: string, change: import("./resources/knowledge-bases.ts").KnowledgeBaseChange, options?: CallOptions) => Promise<{
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
            source: "market" | "org" | "own" | null;
            created_at: string;
            updated_at: string | null;
        }>;
        delete: (id: string, options?: CallOptions) => Promise<void>;
        retrieve: (id: string, query: import("./resources/knowledge-bases.ts").Retrieval, options?: CallOptions) => Promise<readonly {
            content: string;
            metadata: {
                source: string;
                chunk_strategy: string;
                chunk_index: number;
                document_id: string;
                chunk_id: string;
            };
            score: number;
        }[]>;
        documents: (id: string) => import("./page.ts").List<{
            id: string;
            kb_id: string;
            filename: string;
            file_size: number;
            file_type: string;
            status: "failed" | "processing" | "ready";
            error_message: string | null;
            created_at: string;
            chunk_count: number;
        }, import("./page.ts").PageQuery>;
        addDocument: (id: string, document: import("./resources/knowledge-bases.ts").NewDocument, options?: CallOptions) => Promise<{
            id: string;
            kb_id: string;
            filename: string;
            file_size: number;
            file_type: string;
            status: "failed" | "processing" | "ready";
            error_message: string | null;
            created_at: string;
            chunk_count: number;
        }>;
        deleteDocument: (id: string, documentId: string, options?: CallOptions) => Promise<void>;
    };
    keys: {
        list(query?: import("./page.ts").PageQuery | undefined, options?: CallOptions): Promise<import("./page.ts").Page<{
            id: string;
            name: string;
            key_prefix: string;
            scopes: string | null;
            is_active: boolean;
            expires_at: string | null;
            last_used_at: string | null;
            total_requests: number;
            created_at: string;
        }>>;
        all(query?: Omit<import("./page.ts").PageQuery, "page"> | undefined, options?: CallOptions): AsyncGenerator<{
            id: string;
            name: string;
            key_prefix: string;
            scopes: string | null;
            is_active: boolean;
            expires_at: string | null;
            last_used_at: string | null;
            total_requests: number;
            created_at: string;
        }, void, undefined>;
        create: (fields: import("./resources/keys.ts").NewKey, options?: CallOptions) => Promise<import("./resources/keys.ts").CreatedKey>;
        setActive: (id: string, is_active: boolean, options?: CallOptions) => Promise<{
            id: string;
            name: string;
            key_prefix: string;
            scopes: string | null;
            is_active: boolean;
            expires_at: string | null;
            last_used_at: string | null;
            total_requests: number;
            created_at: string;
        }>;
        delete: (id: string, options?: CallOptions) => Promise<void>;
    };
    me: {
        read: (options?: CallOptions) => Promise<{
            id: string;
            username: string | null;
            display_name: string | null;
            email: string;
            is_admin: boolean;
            system_instructions: string | null;
            preferred_language: string;
            oauth_provider: string | null;
            has_password: boolean;
            oauth_bindings: string[];
            onboarding_completed: boolean;
            avatar: string | null;
            privacy_accepted_at: string | null;
            timezone: string | null;
            default_agent_id: string | null;
            default_exec_mode: string | null;
            default_reasoning: string | null;
            totp_enabled: boolean;
            has_connector: boolean;
            has_agent: boolean;
            has_conversation: boolean;
        }>;
        update: (change: import("./resources/me.ts").ProfileChange, options?: CallOptions) => Promise<{
            id: string;
            username: string | null;
            display_name: string | null;
            email: string;
            is_admin: boolean;
            system_instructions: string | null;
            preferred_language: string;
            oauth_provider: string | null;
            has_password: boolean;
            oauth_bindings: string[];
            onboarding_completed: boolean;
            avatar: string | null;
            privacy_accepted_at: string | null;
            timezone: string | null;
            default_agent_id: string | null;
            default_exec_mode: string | null;
            default_reasoning: string | null;
            totp_enabled: boolean;
            has_connector: boolean;
            has_agent: boolean;
            has_conversation: boolean;
        }>;
        usage: (options?: CallOptions) => Promise<{
            month: string;
            tokens_used: number;
            token_quota: number;
            tokens_left: number | null;
            days: {
                date: string;
                turns: number;
                tokens: number;
            }[];
        }>;
        sessions: import("./page.ts").List<{
            id: string;
            started_at: string;
            refreshed_at: string;
            expires_at: string;
            is_current: boolean;
        }, import("./page.ts").PageQuery>;
    };
    confirmations: {
        read: (id: string, options?: CallOptions) => Promise<{
            confirmation_id: string;
            status: "approved" | "expired" | "pending" | "rejected";
            mode: "channel" | "inline";
            tool_name: string;
            arguments: Record<string, unknown>;
            created_at: string;
            decided_at: string | null;
            approver_user_id: string | null;
        }>;
        approve: (id: string, options?: CallOptions) => Promise<{
            confirmation_id: string;
            status: "approved" | "expired" | "pending" | "rejected";
            decided_at: string | null;
        }>;
        reject: (id: string, reason?: string, options?: CallOptions) => Promise<{
            confirmation_id: string;
            status: "approved" | "expired" | "pending" | "rejected";
            decided_at: string | null;
        }>;
    };
    workflows: {
        list(query?: import("./resources/workflows.ts").WorkflowQuery | undefined, options?: CallOptions): Promise<import("./page.ts").Page<{
            visibility: "global" | "org" | "personal";
            org_id: string | null;
            publish_status: "approved" | "pending_review" | "rejected" | null;
            reviewed_by: string | null;
            reviewed_at: string | null;
            review_note: string | null;
            id: string;
            user_id: string;
            name: string;
            icon: string | null;
            description: string | null;
            blueprint: {
                nodes: {
                    [x: string]: unknown;
                    id: string;
                    type: string;
                    data?: Record<string, unknown> | undefined;
                }[];
                edges: {
                    [x: string]: unknown;
                    source: string;
                    target: string;
                    sourceHandle?: string | null | undefined;
                }[];
                viewport?: Record<string, unknown> | null | undefined;
            };
            input_schema: Record<string, unknown> | null;
            output_schema: Record<string, unknown> | null;
            status: "draft" | "published";
            published_at: string | null;
            is_active: boolean;
            webhook_url: string | null;
            schedule_cron: string | null;
            schedule_enabled: boolean;
            schedule_inputs: Record<string, unknown> | null;
            schedule_timezone: string;
            has_api_key: boolean;
            total_runs: number;
            last_run_at: string | null;
            success_rate: number | null;
            source: "market" | "org" | "own" | null;
            forked_from: string | null;
            created_at: string;
            updated_at: string | null;
        }>>;
        all(query?: Omit<import("./resources/workflows.ts").WorkflowQuery, "page"> | undefined, options?: CallOptions): AsyncGenerator<{
            visibility: "global" | "org" | "personal";
            org_id: string | null;
            publish_status: "approved" | "pending_review" | "rejected" | null;
            reviewed_by: string | null;
            reviewed_at: string | null;
            review_note: string | null;
            id: string;
            user_id: string;
            name: string;
            icon: string | null;
            description: string | null;
            blueprint: {
                nodes: {
                    [x: string]: unknown;
                    id: string;
                    type: string;
                    data?: Record<string, unknown> | undefined;
                }[];
                edges: {
                    [x: string]: unknown;
                    source: string;
                    target: string;
                    sourceHandle?: string | null | undefined;
                }[];
                viewport?: Record<string, unknown> | null | undefined;
            };
            input_schema: Record<string, unknown> | null;
            output_schema: Record<string, unknown> | null;
            status: "draft" | "published";
            published_at: string | null;
            is_active: boolean;
            webhook_url: string | null;
            schedule_cron: string | null;
            schedule_enabled: boolean;
            schedule_inputs: Record<string, unknown> | null;
            schedule_timezone: string;
            has_api_key: boolean;
            total_runs: number;
            last_run_at: string | null;
            success_rate: number | null;
            source: "market" | "org" | "own" | null;
            forked_from: string | null;
            created_at: string;
            updated_at: string | null;
        }, void, undefined>;
        read: (id: string, options?: CallOptions) => Promise<{
            visibility: "global" | "org" | "personal";
            org_id: string | null;
            publish_status: "approved" | "pending_review" | "rejected" | null;
            reviewed_by: string | null;
            reviewed_at: string | null;
            review_note: string | null;
            id: string;
            user_id: string;
            name: string;
            icon: string | null;
            description: string | null;
            blueprint: {
                nodes: {
                    [x: string]: unknown;
                    id: string;
                    type: string;
                    data?: Record<string, unknown> | undefined;
                }[];
                edges: {
                    [x: string]: unknown;
                    source: string;
                    target: string;
                    sourceHandle?: string | null | undefined;
                }[];
                viewport?: Record<string, unknown> | null | undefined;
            };
            input_schema: Record<string, unknown> | null;
            output_schema: Record<string, unknown> | null;
            status: "draft" | "published";
            published_at: string | null;
            is_active: boolean;
            webhook_url: string | null;
            schedule_cron: string | null;
            schedule_enabled: boolean;
            schedule_inputs: Record<string, unknown> | null;
            schedule_timezone: string;
            has_api_key: boolean;
            total_runs: number;
            last_run_at: string | null;
            success_rate: number | null;
            source: "market" | "org" | "own" | null;
            forked_from: string | null;
            created_at: string;
            updated_at: string | null;
        }>;
        create: (fields: import("./resources/workflows.ts").NewWorkflow, options?: CallOptions) => Promise<{
            visibility: "global" | "org" | "personal";
            org_id: string | null;
            publish_status: "approved" | "pending_review" | "rejected" | null;
            reviewed_by: string | null;
            reviewed_at: string | null;
            review_note: string | null;
            id: string;
            user_id: string;
            name: string;
            icon: string | null;
            description: string | null;
            blueprint: {
                nodes: {
                    [x: string]: unknown;
                    id: string;
                    type: string;
                    data?: Record<string, unknown> | undefined;
                }[];
                edges: {
                    [x: string]: unknown;
                    source: string;
                    target: string;
                    sourceHandle?: string | null | undefined;
                }[];
                viewport?: Record<string, unknown> | null | undefined;
            };
            input_schema: Record<string, unknown> | null;
            output_schema: Record<string, unknown> | null;
            status: "draft" | "published";
            published_at: string | null;
            is_active: boolean;
            webhook_url: string | null;
            schedule_cron: string | null;
            schedule_enabled: boolean;
            schedule_inputs: Record<string, unknown> | null;
            schedule_timezone: string;
            has_api_key: boolean;
            total_runs: number;
            last_run_at: string | null;
            success_rate: number | null;
            source: "market" | "org" | "own" | null;
            forked_from: string | null;
            created_at: string;
            updated_at: string | null;
        }>;
        update: (id: string, change: import("./resources/workflows.ts").WorkflowChange, options?: CallOptions) => Promise<{
            visibility: "global" | "org" | "personal";
            org_id: string | null;
            publish_status: "approved" | "pending_review" | "rejected" | null;
            reviewed_by: string | null;
            reviewed_at: string | null;
            review_note: string | null;
            id: string;
            user_id: string;
            name: string;
            icon: string | null;
            description: string | null;
            blueprint: {
                nodes: {
                    [x: string]: unknown;
                    id: string;
                    type: string;
                    data?: Record<string, unknown> | undefined;
                }[];
                edges: {
                    [x: string]: unknown;
                    source: string;
                    target: string;
                    sourceHandle?: string | null | undefined;
                }[];
                viewport?: Record<string, unknown> | null | undefined;
            };
            input_schema: Record<string, unknown> | null;
            output_schema: Record<string, unknown> | null;
            status: "draft" | "published";
            published_at: string | null;
            is_active: boolean;
            webhook_url: string | null;
            schedule_cron: string | null;
            schedule_enabled: boolean;
            schedule_inputs: Record<string, unknown> | null;
            schedule_timezone: string;
            has_api_key: boolean;
            total_runs: number;
            last_run_at: string | null;
            success_rate: number | null;
            source: "market" | "org" | "own" | null;
            forked_from: string | null;
            created_at: string;
            updated_at: string | null;
        }>;
        delete: (id: string, options?: CallOptions) => Promise<void>;
        stats: (id: string, options?: CallOptions) => Promise<{
            total_runs: number;
            completed_runs: number;
            failed_runs: number;
            cancelled_runs: number;
            active_runs: number;
            success_rate: number | null;
            average_duration_ms: number | null;
            last_run_at: string | null;
        }>;
        run: (id: string, wish?: import("./resources/workflows.ts").RunWish, options?: CallOptions) => AsyncGenerator<import("./streams/run-event.ts").RunEvent, void, undefined>;
        plan: (id: string, wish?: import("./resources/workflows.ts").RunWish, options?: CallOptions) => Promise<{
            workflow_id: string;
            dry_run: true;
            node_count: number;
            nodes: {
                node_id: string;
                node_type: string;
                label: string | null;
                will: "be cancelled" | "be skipped" | "complete" | "fail";
                starts_after_ms: number;
                duration_ms: number;
            }[];
            outcome: "completed" | "failed";
            error: string | null;
            duration_ms: number;
        }>;
        batch: (id: string, wish: import("./resources/workflows.ts").BatchWish, options?: CallOptions) => Promise<{
            batch_id: string;
            total: number;
            results: {
                status: "cancelled" | "completed" | "failed" | "pending" | "running";
                inputs: Record<string, unknown>;
                outputs: Record<string, unknown> | null;
                duration_ms: number | null;
                error: string | null;
                run_id: string;
            }[];
        }>;
        runs: (id: string) => import("./page.ts").List<{
            id: string;
            workflow_id: string;
            user_id: string;
            status: "cancelled" | "completed" | "failed" | "pending" | "running";
            inputs: Record<string, unknown>;
            outputs: Record<string, unknown> | null;
            node_results: Record<string, {
                status: "cancelled" | "completed" | "failed" | "running" | "skipped";
                output: Record<string, unknown> | null;
                error: string | null;
                started_at: string;
                completed_at: string | null;
                duration_ms: number | null;
            }>;
            started_at: string | null;
            completed_at: string | null;
            duration_ms: number | null;
            error: string | null;
            created_at: string;
            updated_at: string | null;
        }, import("./resources/workflows.ts").RunQuery>;
        readRun: (id: string, runId: string, options?: CallOptions) => Promise<{
            id: string;
            workflow_id: string;
            user_id: string;
            status: "cancelled" | "completed" | "failed" | "pending" | "running";
            inputs: Record<string, unknown>;
            outputs: Record<string, unknown> | null;
            node_results: Record<string, {
                status: "cancelled" | "completed" | "failed" | "running" | "skipped";
                output: Record<string, unknown> | null;
                error: string | null;
                started_at: string;
                completed_at: string | null;
                duration_ms: number | null;
            }>;
            started_at: string | null;
            completed_at: string | null;
            duration_ms: number | null;
            error: string | null;
            created_at: string;
            updated_at: string | null;
        }>;
        cancelRun: (id: string, runId: string, options?: CallOptions) => Promise<{
            id: string;
            workflow_id: string;
            user_id: string;
            status: "cancelled" | "completed" | "failed" | "pending" | "running";
            inputs: Record<string, unknown>;
            outputs: Record<string, unknown> | null;
            node_results: Record<string, {
                status: "cancelled" | "completed" | "failed" | "running" | "skipped";
                output: Record<string, unknown> | null;
                error: string | null;
                started_at: string;
                completed_at: string | null;
                duration_ms: number | null;
            }>;
            started_at: string | null;
            completed_at: string | null;
            duration_ms: number | null;
            error: string | null;
            created_at: string;
            updated_at: string | null;
        }>;
    };
    /** Any other operation, such as `request('GET', '/api/version')`. */
    request: <Data = unknown>(method: Method, path: string, call?: RequestOptions) => Promise<Data>;
};
