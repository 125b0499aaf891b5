import * as z from 'zod/mini';
import { type Transcript } from './events.ts';
/** What a world starts from: every record of a small company, as plain data. */
export declare const fixture: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    anchored_at: z.ZodMiniString<string>;
    users: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        username: z.ZodMiniNullable<z.ZodMiniString<string>>;
        display_name: z.ZodMiniNullable<z.ZodMiniString<string>>;
        email: z.ZodMiniString<string>;
        is_admin: z.ZodMiniBoolean<boolean>;
        system_instructions: z.ZodMiniNullable<z.ZodMiniString<string>>;
        preferred_language: z.ZodMiniString<string>;
        oauth_provider: z.ZodMiniNullable<z.ZodMiniString<string>>;
        has_password: z.ZodMiniBoolean<boolean>;
        oauth_bindings: z.ZodMiniArray<z.ZodMiniString<string>>;
        onboarding_completed: z.ZodMiniBoolean<boolean>;
        avatar: z.ZodMiniNullable<z.ZodMiniString<string>>;
        privacy_accepted_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
        timezone: z.ZodMiniNullable<z.ZodMiniString<string>>;
        default_agent_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
        default_exec_mode: z.ZodMiniNullable<z.ZodMiniString<string>>;
        default_reasoning: z.ZodMiniNullable<z.ZodMiniString<string>>;
        totp_enabled: z.ZodMiniBoolean<boolean>;
        password: z.ZodMiniString<string>;
        is_restricted: z.ZodMiniBoolean<boolean>;
        token_quota: z.ZodMiniNullable<z.ZodMiniInt>;
        notifications: z.ZodMiniOptional<z.ZodMiniObject<{
            by_email: z.ZodMiniBoolean<boolean>;
            in_app: z.ZodMiniBoolean<boolean>;
            turn_done: z.ZodMiniBoolean<boolean>;
            approval_requested: z.ZodMiniBoolean<boolean>;
            workflow_failed: z.ZodMiniBoolean<boolean>;
            quota_nearly_used: z.ZodMiniBoolean<boolean>;
        }, z.core.$strip>>;
        created_at: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    api_keys: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        scopes: z.ZodMiniNullable<z.ZodMiniString<string>>;
        is_active: z.ZodMiniBoolean<boolean>;
        expires_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
        created_at: z.ZodMiniString<string>;
        user_id: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    agents: z.ZodMiniArray<z.ZodMiniObject<{
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
    }, z.core.$strip>>;
    knowledge_bases: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        user_id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        description: z.ZodMiniNullable<z.ZodMiniString<string>>;
        chunk_strategy: z.ZodMiniEnum<{
            fixed: "fixed";
            markdown: "markdown";
            recursive: "recursive";
            semantic: "semantic";
        }>;
        chunk_size: z.ZodMiniInt;
        chunk_overlap: z.ZodMiniInt;
        retrieval_mode: z.ZodMiniEnum<{
            dense: "dense";
            fts: "fts";
            hybrid: "hybrid";
        }>;
        document_count: z.ZodMiniInt;
        total_chunks: z.ZodMiniInt;
        status: z.ZodMiniLiteral<"active">;
        is_active: z.ZodMiniBoolean<boolean>;
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
        created_at: z.ZodMiniString<string>;
        updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    organizations: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        description: z.ZodMiniNullable<z.ZodMiniString<string>>;
        members: z.ZodMiniArray<z.ZodMiniObject<{
            user_id: z.ZodMiniString<string>;
            role: z.ZodMiniEnum<{
                admin: "admin";
                member: "member";
                owner: "owner";
            }>;
            joined_at: z.ZodMiniString<string>;
        }, z.core.$strip>>;
        created_at: z.ZodMiniString<string>;
        updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    connectors: z.ZodMiniArray<z.ZodMiniObject<{
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
        id: z.ZodMiniString<string>;
        user_id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        description: z.ZodMiniNullable<z.ZodMiniString<string>>;
        icon: z.ZodMiniNullable<z.ZodMiniString<string>>;
        type: z.ZodMiniEnum<{
            api: "api";
            database: "database";
        }>;
        base_url: z.ZodMiniNullable<z.ZodMiniString<string>>;
        auth_type: z.ZodMiniString<string>;
        auth_config: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        db_config: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        is_official: z.ZodMiniBoolean<boolean>;
        forked_from: z.ZodMiniNullable<z.ZodMiniString<string>>;
        version: z.ZodMiniInt;
        is_active: z.ZodMiniBoolean<boolean>;
        allow_fallback: z.ZodMiniBoolean<boolean>;
        has_default_credentials: z.ZodMiniBoolean<boolean>;
        actions: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            connector_id: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            description: z.ZodMiniNullable<z.ZodMiniString<string>>;
            method: z.ZodMiniEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>;
            path: z.ZodMiniString<string>;
            parameters_schema: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            request_body_template: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            response_extract: z.ZodMiniNullable<z.ZodMiniString<string>>;
            requires_confirmation: z.ZodMiniBoolean<boolean>;
            created_at: z.ZodMiniString<string>;
            updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
        created_at: z.ZodMiniString<string>;
        updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    mcp_servers: z.ZodMiniArray<z.ZodMiniObject<{
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
        id: z.ZodMiniString<string>;
        user_id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        description: z.ZodMiniNullable<z.ZodMiniString<string>>;
        transport: z.ZodMiniEnum<{
            sse: "sse";
            stdio: "stdio";
            streamable_http: "streamable_http";
        }>;
        command: z.ZodMiniNullable<z.ZodMiniString<string>>;
        args: z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>;
        env: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>;
        url: z.ZodMiniNullable<z.ZodMiniString<string>>;
        working_dir: z.ZodMiniNullable<z.ZodMiniString<string>>;
        headers: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>;
        is_active: z.ZodMiniBoolean<boolean>;
        allow_fallback: z.ZodMiniBoolean<boolean>;
        forked_from: z.ZodMiniNullable<z.ZodMiniString<string>>;
        created_at: z.ZodMiniString<string>;
        updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
        tools: z.ZodMiniArray<z.ZodMiniObject<{
            name: z.ZodMiniString<string>;
            description: z.ZodMiniString<string>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    channels: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        type: z.ZodMiniEnum<{
            feishu: "feishu";
            slack: "slack";
            wecom: "wecom";
        }>;
        org_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
        config: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
        is_active: z.ZodMiniBoolean<boolean>;
        created_by: z.ZodMiniString<string>;
        created_at: z.ZodMiniString<string>;
        updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    chats: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        type: z.ZodMiniEnum<{
            feishu: "feishu";
            slack: "slack";
            wecom: "wecom";
        }>;
        name: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    documents: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        kb_id: z.ZodMiniString<string>;
        filename: z.ZodMiniString<string>;
        file_size: z.ZodMiniInt;
        file_type: z.ZodMiniString<string>;
        status: z.ZodMiniEnum<{
            failed: "failed";
            processing: "processing";
            ready: "ready";
        }>;
        error_message: z.ZodMiniNullable<z.ZodMiniString<string>>;
        chunks: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            content: z.ZodMiniString<string>;
        }, z.core.$strip>>;
        created_at: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    conversations: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        user_id: z.ZodMiniString<string>;
        title: z.ZodMiniString<string>;
        mode: z.ZodMiniString<string>;
        agent_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
        model_name: z.ZodMiniNullable<z.ZodMiniString<string>>;
        kb_ids: z.ZodMiniArray<z.ZodMiniString<string>>;
        status: z.ZodMiniEnum<{
            active: "active";
            archived: "archived";
        }>;
        starred: z.ZodMiniBoolean<boolean>;
        total_tokens: z.ZodMiniInt;
        created_at: z.ZodMiniString<string>;
        updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    messages: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        conversation_id: z.ZodMiniString<string>;
        role: z.ZodMiniEnum<{
            assistant: "assistant";
            user: "user";
        }>;
        content: z.ZodMiniNullable<z.ZodMiniString<string>>;
        message_type: z.ZodMiniEnum<{
            done: "done";
            inject: "inject";
            text: "text";
        }>;
        metadata: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        created_at: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    transcripts: z.ZodMiniArray<z.ZodMiniCustom<Transcript, Transcript>>;
    confirmations: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
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
    }, z.core.$strip>>>;
    credentials: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        target_id: z.ZodMiniString<string>;
        env: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
        headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
    }, z.core.$strip>>>;
    workflows: z.ZodMiniArray<z.ZodMiniObject<{
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
        id: z.ZodMiniString<string>;
        user_id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        icon: z.ZodMiniNullable<z.ZodMiniString<string>>;
        description: z.ZodMiniNullable<z.ZodMiniString<string>>;
        blueprint: z.ZodMiniObject<{
            nodes: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                type: z.ZodMiniString<string>;
                data: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            }, z.core.$loose>>;
            edges: z.ZodMiniArray<z.ZodMiniObject<{
                source: z.ZodMiniString<string>;
                target: z.ZodMiniString<string>;
                sourceHandle: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
            }, z.core.$loose>>;
            viewport: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
        }, z.core.$strip>;
        input_schema: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        output_schema: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        status: z.ZodMiniEnum<{
            draft: "draft";
            published: "published";
        }>;
        published_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
        is_active: z.ZodMiniBoolean<boolean>;
        webhook_url: z.ZodMiniNullable<z.ZodMiniString<string>>;
        schedule_cron: z.ZodMiniNullable<z.ZodMiniString<string>>;
        schedule_enabled: z.ZodMiniBoolean<boolean>;
        schedule_inputs: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        schedule_timezone: z.ZodMiniString<string>;
        has_api_key: z.ZodMiniBoolean<boolean>;
        forked_from: z.ZodMiniNullable<z.ZodMiniString<string>>;
        created_at: z.ZodMiniString<string>;
        updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    workflow_runs: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        workflow_id: z.ZodMiniString<string>;
        user_id: z.ZodMiniString<string>;
        status: z.ZodMiniEnum<{
            cancelled: "cancelled";
            completed: "completed";
            failed: "failed";
            pending: "pending";
            running: "running";
        }>;
        inputs: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
        outputs: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
        node_results: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniObject<{
            status: z.ZodMiniEnum<{
                cancelled: "cancelled";
                completed: "completed";
                failed: "failed";
                running: "running";
                skipped: "skipped";
            }>;
            output: z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            error: z.ZodMiniNullable<z.ZodMiniString<string>>;
            started_at: z.ZodMiniString<string>;
            completed_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
            duration_ms: z.ZodMiniNullable<z.ZodMiniInt>;
        }, z.core.$strip>>;
        started_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
        completed_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
        duration_ms: z.ZodMiniNullable<z.ZodMiniInt>;
        error: z.ZodMiniNullable<z.ZodMiniString<string>>;
        created_at: z.ZodMiniString<string>;
        updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    audit_log: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        actor_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
        actor_email: z.ZodMiniNullable<z.ZodMiniString<string>>;
        action: z.ZodMiniString<string>;
        target_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
        created_at: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    models: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        display_name: z.ZodMiniString<string>;
        provider: z.ZodMiniString<string>;
        role: z.ZodMiniNullable<z.ZodMiniEnum<{
            fast: "fast";
            general: "general";
        }>>;
        context_window: z.ZodMiniInt;
        supports_images: z.ZodMiniBoolean<boolean>;
        is_active: z.ZodMiniBoolean<boolean>;
        created_at: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    tools: z.ZodMiniArray<z.ZodMiniObject<{
        name: z.ZodMiniString<string>;
        display_name: z.ZodMiniString<string>;
        category: z.ZodMiniString<string>;
        description: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    settings: z.ZodMiniObject<{
        maintenance_mode: z.ZodMiniBoolean<boolean>;
        registration_enabled: z.ZodMiniBoolean<boolean>;
        default_token_quota: z.ZodMiniInt;
    }, z.core.$strip>;
    routing: z.ZodMiniObject<{
        dag: z.ZodMiniArray<z.ZodMiniString<string>>;
    }, z.core.$strip>;
    showcase: z.ZodMiniObject<{
        users: z.ZodMiniArray<z.ZodMiniObject<{
            email: z.ZodMiniString<string>;
            password: z.ZodMiniString<string>;
        }, z.core.$strip>>;
        keys: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
    }, z.core.$strip>;
}, z.core.$strip>;
export type Fixture = z.infer<typeof fixture>;
