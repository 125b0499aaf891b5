/**
 * What operations answer with, by the names that their rows have for it. Only who describes or
 * checks answers loads it: a server that merely plays them starts without.
 */
export declare const answeredRecords: {
    readonly activeModels: import("zod/mini").ZodMiniObject<{
        general: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            name: import("zod/mini").ZodMiniString<string>;
            display_name: import("zod/mini").ZodMiniString<string>;
            provider: import("zod/mini").ZodMiniString<string>;
            role: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                fast: "fast";
                general: "general";
            }>>;
            context_window: import("zod/mini").ZodMiniInt;
            supports_images: import("zod/mini").ZodMiniBoolean<boolean>;
            is_active: import("zod/mini").ZodMiniBoolean<boolean>;
            created_at: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
        fast: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            name: import("zod/mini").ZodMiniString<string>;
            display_name: import("zod/mini").ZodMiniString<string>;
            provider: import("zod/mini").ZodMiniString<string>;
            role: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
                fast: "fast";
                general: "general";
            }>>;
            context_window: import("zod/mini").ZodMiniInt;
            supports_images: import("zod/mini").ZodMiniBoolean<boolean>;
            is_active: import("zod/mini").ZodMiniBoolean<boolean>;
            created_at: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
    }, import("zod/v4/core").$strip>;
    readonly administeredConversation: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        title: import("zod/mini").ZodMiniString<string>;
        mode: import("zod/mini").ZodMiniString<string>;
        agent_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        model_name: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        kb_ids: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        status: import("zod/mini").ZodMiniEnum<{
            active: "active";
            archived: "archived";
        }>;
        starred: import("zod/mini").ZodMiniBoolean<boolean>;
        total_tokens: import("zod/mini").ZodMiniInt;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        user_id: import("zod/mini").ZodMiniString<string>;
        user_email: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly administeredKey: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        key_prefix: import("zod/mini").ZodMiniString<string>;
        scopes: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        expires_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        last_used_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        total_requests: import("zod/mini").ZodMiniInt;
        created_at: import("zod/mini").ZodMiniString<string>;
        user_id: import("zod/mini").ZodMiniString<string>;
        user_email: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly administeredUser: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        username: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        display_name: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        email: import("zod/mini").ZodMiniString<string>;
        is_admin: import("zod/mini").ZodMiniBoolean<boolean>;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        token_quota: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>;
        tokens_used: import("zod/mini").ZodMiniInt;
        created_at: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly agent: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        user_id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        icon: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        description: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        instructions: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        model_config_json: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        tool_categories: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        suggested_prompts: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        kb_ids: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        connector_ids: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        mcp_server_ids: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        grounding_config: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        sandbox_config: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        execution_mode: import("zod/mini").ZodMiniEnum<{
            auto: "auto";
            dag: "dag";
            react: "react";
        }>;
        status: import("zod/mini").ZodMiniEnum<{
            draft: "draft";
            published: "published";
        }>;
        published_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        is_builder: import("zod/mini").ZodMiniBoolean<boolean>;
        compact_instructions: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        visibility: import("zod/mini").ZodMiniEnum<{
            global: "global";
            org: "org";
            personal: "personal";
        }>;
        org_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        publish_status: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            approved: "approved";
            pending_review: "pending_review";
            rejected: "rejected";
        }>>;
        reviewed_by: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        reviewed_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        review_note: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        forked_from: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        source: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            market: "market";
            org: "org";
            own: "own";
        }>>;
        confirmation_mode: import("zod/mini").ZodMiniEnum<{
            auto: "auto";
            channel_only: "channel_only";
            inline_only: "inline_only";
        }>;
        confirmation_approver_scope: import("zod/mini").ZodMiniEnum<{
            agent_owner: "agent_owner";
            initiator: "initiator";
            org_members: "org_members";
        }>;
        require_confirmation_for_all: import("zod/mini").ZodMiniBoolean<boolean>;
        approval_channel_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        suggest_followups: import("zod/mini").ZodMiniBoolean<boolean>;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly agentUsage: import("zod/mini").ZodMiniObject<{
        agent_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        agent_name: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        turns: import("zod/mini").ZodMiniInt;
        tokens: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly announcement: import("zod/mini").ZodMiniObject<{
        enabled: import("zod/mini").ZodMiniBoolean<boolean>;
        text: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly answeredConfirmation: import("zod/mini").ZodMiniObject<{
        confirmation_id: import("zod/mini").ZodMiniString<string>;
        status: import("zod/mini").ZodMiniEnum<{
            approved: "approved";
            expired: "expired";
            pending: "pending";
            rejected: "rejected";
        }>;
        decided_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly apiKey: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        key_prefix: import("zod/mini").ZodMiniString<string>;
        scopes: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        expires_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        last_used_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        total_requests: import("zod/mini").ZodMiniInt;
        created_at: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly auditEntry: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        actor_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        actor_email: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        action: import("zod/mini").ZodMiniString<string>;
        target_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        created_at: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly batchResult: import("zod/mini").ZodMiniObject<{
        batch_id: import("zod/mini").ZodMiniString<string>;
        total: import("zod/mini").ZodMiniInt;
        results: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            status: import("zod/mini").ZodMiniEnum<{
                cancelled: "cancelled";
                completed: "completed";
                failed: "failed";
                pending: "pending";
                running: "running";
            }>;
            inputs: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>;
            outputs: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
            duration_ms: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>;
            error: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            run_id: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
    }, import("zod/v4/core").$strip>;
    readonly blueprintReport: import("zod/mini").ZodMiniObject<{
        valid: import("zod/mini").ZodMiniBoolean<boolean>;
        errors: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            node_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            message: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
        warnings: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            node_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            message: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
    }, import("zod/v4/core").$strip>;
    readonly callbackAnswer: import("zod/mini").ZodMiniObject<{
        challenge: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
        toast: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniObject<{
            type: import("zod/mini").ZodMiniEnum<{
                error: "error";
                success: "success";
            }>;
            content: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
        card: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniObject<{
            confirmation_id: import("zod/mini").ZodMiniString<string>;
            status: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
    }, import("zod/v4/core").$strip>;
    readonly changed: import("zod/mini").ZodMiniObject<{
        changed: import("zod/mini").ZodMiniLiteral<true>;
    }, import("zod/v4/core").$strip>;
    readonly channel: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        type: import("zod/mini").ZodMiniEnum<{
            feishu: "feishu";
            slack: "slack";
            wecom: "wecom";
        }>;
        org_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        config: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        created_by: import("zod/mini").ZodMiniString<string>;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        callback_url: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly chunk: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        kb_id: import("zod/mini").ZodMiniString<string>;
        document_id: import("zod/mini").ZodMiniString<string>;
        chunk_index: import("zod/mini").ZodMiniInt;
        content: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly clearedRuns: import("zod/mini").ZodMiniObject<{
        deleted_count: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly confirmation: import("zod/mini").ZodMiniObject<{
        confirmation_id: import("zod/mini").ZodMiniString<string>;
        status: import("zod/mini").ZodMiniEnum<{
            approved: "approved";
            expired: "expired";
            pending: "pending";
            rejected: "rejected";
        }>;
        mode: import("zod/mini").ZodMiniEnum<{
            channel: "channel";
            inline: "inline";
        }>;
        tool_name: import("zod/mini").ZodMiniString<string>;
        arguments: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>;
        created_at: import("zod/mini").ZodMiniString<string>;
        decided_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        approver_user_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly connector: import("zod/mini").ZodMiniObject<{
        visibility: import("zod/mini").ZodMiniEnum<{
            global: "global";
            org: "org";
            personal: "personal";
        }>;
        org_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        publish_status: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            approved: "approved";
            pending_review: "pending_review";
            rejected: "rejected";
        }>>;
        reviewed_by: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        reviewed_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        review_note: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        id: import("zod/mini").ZodMiniString<string>;
        user_id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        description: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        icon: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        type: import("zod/mini").ZodMiniEnum<{
            api: "api";
            database: "database";
        }>;
        base_url: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        auth_type: import("zod/mini").ZodMiniString<string>;
        auth_config: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        db_config: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        is_official: import("zod/mini").ZodMiniBoolean<boolean>;
        forked_from: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        version: import("zod/mini").ZodMiniInt;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        allow_fallback: import("zod/mini").ZodMiniBoolean<boolean>;
        has_default_credentials: import("zod/mini").ZodMiniBoolean<boolean>;
        source: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            market: "market";
            org: "org";
            own: "own";
        }>>;
        actions: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            connector_id: import("zod/mini").ZodMiniString<string>;
            name: import("zod/mini").ZodMiniString<string>;
            description: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            method: import("zod/mini").ZodMiniEnum<{
                DELETE: "DELETE";
                GET: "GET";
                PATCH: "PATCH";
                POST: "POST";
                PUT: "PUT";
            }>;
            path: import("zod/mini").ZodMiniString<string>;
            parameters_schema: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
            request_body_template: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
            response_extract: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            requires_confirmation: import("zod/mini").ZodMiniBoolean<boolean>;
            created_at: import("zod/mini").ZodMiniString<string>;
            updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>>;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly connectorAction: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        connector_id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        description: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        method: import("zod/mini").ZodMiniEnum<{
            DELETE: "DELETE";
            GET: "GET";
            PATCH: "PATCH";
            POST: "POST";
            PUT: "PUT";
        }>;
        path: import("zod/mini").ZodMiniString<string>;
        parameters_schema: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        request_body_template: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        response_extract: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        requires_confirmation: import("zod/mini").ZodMiniBoolean<boolean>;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly connectorCredentials: import("zod/mini").ZodMiniObject<{
        has_credentials: import("zod/mini").ZodMiniBoolean<boolean>;
        keys: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly conversation: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        user_id: import("zod/mini").ZodMiniString<string>;
        title: import("zod/mini").ZodMiniString<string>;
        mode: import("zod/mini").ZodMiniString<string>;
        agent_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        model_name: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        kb_ids: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        status: import("zod/mini").ZodMiniEnum<{
            active: "active";
            archived: "archived";
        }>;
        starred: import("zod/mini").ZodMiniBoolean<boolean>;
        total_tokens: import("zod/mini").ZodMiniInt;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly conversationWithMessages: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        user_id: import("zod/mini").ZodMiniString<string>;
        title: import("zod/mini").ZodMiniString<string>;
        mode: import("zod/mini").ZodMiniString<string>;
        agent_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        model_name: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        kb_ids: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        status: import("zod/mini").ZodMiniEnum<{
            active: "active";
            archived: "archived";
        }>;
        starred: import("zod/mini").ZodMiniBoolean<boolean>;
        total_tokens: import("zod/mini").ZodMiniInt;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        messages: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            conversation_id: import("zod/mini").ZodMiniString<string>;
            role: import("zod/mini").ZodMiniEnum<{
                assistant: "assistant";
                user: "user";
            }>;
            content: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            message_type: import("zod/mini").ZodMiniEnum<{
                done: "done";
                inject: "inject";
                text: "text";
            }>;
            metadata: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
            created_at: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
    }, import("zod/v4/core").$strip>;
    readonly dashboard: import("zod/mini").ZodMiniObject<{
        total_conversations: import("zod/mini").ZodMiniInt;
        total_turns: import("zod/mini").ZodMiniInt;
        total_tokens: import("zod/mini").ZodMiniInt;
        total_agents: import("zod/mini").ZodMiniInt;
        total_kbs: import("zod/mini").ZodMiniInt;
        total_connectors: import("zod/mini").ZodMiniInt;
        activity_trend: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            date: import("zod/mini").ZodMiniString<string>;
            turns: import("zod/mini").ZodMiniInt;
            tokens: import("zod/mini").ZodMiniInt;
        }, import("zod/v4/core").$strip>>;
        top_agents: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            name: import("zod/mini").ZodMiniString<string>;
            icon: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            conversation_count: import("zod/mini").ZodMiniInt;
        }, import("zod/v4/core").$strip>>;
        top_kbs: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            name: import("zod/mini").ZodMiniString<string>;
            document_count: import("zod/mini").ZodMiniInt;
            total_chunks: import("zod/mini").ZodMiniInt;
        }, import("zod/v4/core").$strip>>;
        connector_health: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            name: import("zod/mini").ZodMiniString<string>;
            status: import("zod/mini").ZodMiniEnum<{
                healthy: "healthy";
                inactive: "inactive";
            }>;
        }, import("zod/v4/core").$strip>>;
    }, import("zod/v4/core").$strip>;
    readonly deleted: import("zod/mini").ZodMiniObject<{
        deleted: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly deletedCount: import("zod/mini").ZodMiniObject<{
        deleted: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly discoveredChats: import("zod/mini").ZodMiniObject<{
        chats: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            chat_id: import("zod/mini").ZodMiniString<string>;
            name: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
    }, import("zod/v4/core").$strip>;
    readonly document: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        kb_id: import("zod/mini").ZodMiniString<string>;
        filename: import("zod/mini").ZodMiniString<string>;
        file_size: import("zod/mini").ZodMiniInt;
        file_type: import("zod/mini").ZodMiniString<string>;
        status: import("zod/mini").ZodMiniEnum<{
            failed: "failed";
            processing: "processing";
            ready: "ready";
        }>;
        error_message: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        created_at: import("zod/mini").ZodMiniString<string>;
        chunk_count: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly healthComponent: import("zod/mini").ZodMiniObject<{
        name: import("zod/mini").ZodMiniString<string>;
        status: import("zod/mini").ZodMiniEnum<{
            healthy: "healthy";
            maintenance: "maintenance";
        }>;
        detail: import("zod/mini").ZodMiniString<string>;
        checked_at: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly injected: import("zod/mini").ZodMiniObject<{
        success: import("zod/mini").ZodMiniLiteral<true>;
        id: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly knowledgeBase: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        user_id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        description: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        chunk_strategy: import("zod/mini").ZodMiniEnum<{
            fixed: "fixed";
            markdown: "markdown";
            recursive: "recursive";
            semantic: "semantic";
        }>;
        chunk_size: import("zod/mini").ZodMiniInt;
        chunk_overlap: import("zod/mini").ZodMiniInt;
        retrieval_mode: import("zod/mini").ZodMiniEnum<{
            dense: "dense";
            fts: "fts";
            hybrid: "hybrid";
        }>;
        document_count: import("zod/mini").ZodMiniInt;
        total_chunks: import("zod/mini").ZodMiniInt;
        status: import("zod/mini").ZodMiniLiteral<"active">;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        visibility: import("zod/mini").ZodMiniEnum<{
            global: "global";
            org: "org";
            personal: "personal";
        }>;
        org_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        publish_status: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            approved: "approved";
            pending_review: "pending_review";
            rejected: "rejected";
        }>>;
        reviewed_by: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        reviewed_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        review_note: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        source: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            market: "market";
            org: "org";
            own: "own";
        }>>;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly loggedOut: import("zod/mini").ZodMiniObject<{
        logged_out: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly login: import("zod/mini").ZodMiniObject<{
        access_token: import("zod/mini").ZodMiniString<string>;
        refresh_token: import("zod/mini").ZodMiniString<string>;
        token_type: import("zod/mini").ZodMiniString<string>;
        expires_in: import("zod/mini").ZodMiniInt;
        user: import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            username: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            display_name: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            email: import("zod/mini").ZodMiniString<string>;
            is_admin: import("zod/mini").ZodMiniBoolean<boolean>;
            system_instructions: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            preferred_language: import("zod/mini").ZodMiniString<string>;
            oauth_provider: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            has_password: import("zod/mini").ZodMiniBoolean<boolean>;
            oauth_bindings: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
            onboarding_completed: import("zod/mini").ZodMiniBoolean<boolean>;
            avatar: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            privacy_accepted_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            timezone: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            default_agent_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            default_exec_mode: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            default_reasoning: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            totp_enabled: import("zod/mini").ZodMiniBoolean<boolean>;
            has_connector: import("zod/mini").ZodMiniBoolean<boolean>;
            has_agent: import("zod/mini").ZodMiniBoolean<boolean>;
            has_conversation: import("zod/mini").ZodMiniBoolean<boolean>;
        }, import("zod/v4/core").$strip>;
    }, import("zod/v4/core").$strip>;
    readonly mcpCredentials: import("zod/mini").ZodMiniObject<{
        has_credentials: import("zod/mini").ZodMiniBoolean<boolean>;
        env_keys: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        header_keys: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        env: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniString<string>>>;
        headers: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniString<string>>>;
    }, import("zod/v4/core").$strip>;
    readonly mcpServer: import("zod/mini").ZodMiniObject<{
        visibility: import("zod/mini").ZodMiniEnum<{
            global: "global";
            org: "org";
            personal: "personal";
        }>;
        org_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        publish_status: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            approved: "approved";
            pending_review: "pending_review";
            rejected: "rejected";
        }>>;
        reviewed_by: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        reviewed_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        review_note: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        id: import("zod/mini").ZodMiniString<string>;
        user_id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        description: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        transport: import("zod/mini").ZodMiniEnum<{
            sse: "sse";
            stdio: "stdio";
            streamable_http: "streamable_http";
        }>;
        command: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        args: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>;
        env: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniString<string>>>;
        url: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        working_dir: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        headers: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniString<string>>>;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        tool_count: import("zod/mini").ZodMiniInt;
        allow_fallback: import("zod/mini").ZodMiniBoolean<boolean>;
        forked_from: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        my_has_credentials: import("zod/mini").ZodMiniBoolean<boolean>;
        source: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            market: "market";
            org: "org";
            own: "own";
        }>>;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly member: import("zod/mini").ZodMiniObject<{
        user_id: import("zod/mini").ZodMiniString<string>;
        role: import("zod/mini").ZodMiniEnum<{
            admin: "admin";
            member: "member";
            owner: "owner";
        }>;
        joined_at: import("zod/mini").ZodMiniString<string>;
        org_id: import("zod/mini").ZodMiniString<string>;
        email: import("zod/mini").ZodMiniString<string>;
        display_name: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly message: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        conversation_id: import("zod/mini").ZodMiniString<string>;
        role: import("zod/mini").ZodMiniEnum<{
            assistant: "assistant";
            user: "user";
        }>;
        content: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        message_type: import("zod/mini").ZodMiniEnum<{
            done: "done";
            inject: "inject";
            text: "text";
        }>;
        metadata: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        created_at: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly model: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        display_name: import("zod/mini").ZodMiniString<string>;
        provider: import("zod/mini").ZodMiniString<string>;
        role: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            fast: "fast";
            general: "general";
        }>>;
        context_window: import("zod/mini").ZodMiniInt;
        supports_images: import("zod/mini").ZodMiniBoolean<boolean>;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        created_at: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly notifications: import("zod/mini").ZodMiniObject<{
        by_email: import("zod/mini").ZodMiniBoolean<boolean>;
        in_app: import("zod/mini").ZodMiniBoolean<boolean>;
        turn_done: import("zod/mini").ZodMiniBoolean<boolean>;
        approval_requested: import("zod/mini").ZodMiniBoolean<boolean>;
        workflow_failed: import("zod/mini").ZodMiniBoolean<boolean>;
        quota_nearly_used: import("zod/mini").ZodMiniBoolean<boolean>;
    }, import("zod/v4/core").$strip>;
    readonly oauthProviders: import("zod/mini").ZodMiniObject<{
        providers: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly organization: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        description: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        role: import("zod/mini").ZodMiniEnum<{
            admin: "admin";
            member: "member";
            owner: "owner";
        }>;
        member_count: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly ownUsage: import("zod/mini").ZodMiniObject<{
        month: import("zod/mini").ZodMiniString<string>;
        tokens_used: import("zod/mini").ZodMiniInt;
        token_quota: import("zod/mini").ZodMiniInt;
        tokens_left: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>;
        days: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            date: import("zod/mini").ZodMiniString<string>;
            turns: import("zod/mini").ZodMiniInt;
            tokens: import("zod/mini").ZodMiniInt;
        }, import("zod/v4/core").$strip>>;
    }, import("zod/v4/core").$strip>;
    readonly passages: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
        content: import("zod/mini").ZodMiniString<string>;
        metadata: import("zod/mini").ZodMiniObject<{
            source: import("zod/mini").ZodMiniString<string>;
            chunk_strategy: import("zod/mini").ZodMiniString<string>;
            chunk_index: import("zod/mini").ZodMiniInt;
            document_id: import("zod/mini").ZodMiniString<string>;
            chunk_id: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
        score: import("zod/mini").ZodMiniNumber<number>;
    }, import("zod/v4/core").$strip>>;
    readonly platformStats: import("zod/mini").ZodMiniObject<{
        total_users: import("zod/mini").ZodMiniInt;
        active_users: import("zod/mini").ZodMiniInt;
        total_api_keys: import("zod/mini").ZodMiniInt;
        total_agents: import("zod/mini").ZodMiniInt;
        total_knowledge_bases: import("zod/mini").ZodMiniInt;
        total_conversations: import("zod/mini").ZodMiniInt;
        total_messages: import("zod/mini").ZodMiniInt;
        total_turns: import("zod/mini").ZodMiniInt;
        total_tokens: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly recalled: import("zod/mini").ZodMiniObject<{
        success: import("zod/mini").ZodMiniBoolean<boolean>;
    }, import("zod/v4/core").$strip>;
    readonly registrationStatus: import("zod/mini").ZodMiniObject<{
        registration_enabled: import("zod/mini").ZodMiniBoolean<boolean>;
    }, import("zod/v4/core").$strip>;
    readonly revoked: import("zod/mini").ZodMiniObject<{
        revoked: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly runPlan: import("zod/mini").ZodMiniObject<{
        workflow_id: import("zod/mini").ZodMiniString<string>;
        dry_run: import("zod/mini").ZodMiniLiteral<true>;
        node_count: import("zod/mini").ZodMiniInt;
        nodes: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            node_id: import("zod/mini").ZodMiniString<string>;
            node_type: import("zod/mini").ZodMiniString<string>;
            label: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            will: import("zod/mini").ZodMiniEnum<{
                "be cancelled": "be cancelled";
                "be skipped": "be skipped";
                complete: "complete";
                fail: "fail";
            }>;
            starts_after_ms: import("zod/mini").ZodMiniInt;
            duration_ms: import("zod/mini").ZodMiniInt;
        }, import("zod/v4/core").$strip>>;
        outcome: import("zod/mini").ZodMiniEnum<{
            completed: "completed";
            failed: "failed";
        }>;
        error: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        duration_ms: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly savedCredentials: import("zod/mini").ZodMiniObject<{
        saved: import("zod/mini").ZodMiniBoolean<boolean>;
        cleared: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
    }, import("zod/v4/core").$strip>;
    readonly session: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        started_at: import("zod/mini").ZodMiniString<string>;
        refreshed_at: import("zod/mini").ZodMiniString<string>;
        expires_at: import("zod/mini").ZodMiniString<string>;
        is_current: import("zod/mini").ZodMiniBoolean<boolean>;
    }, import("zod/v4/core").$strip>;
    readonly settings: import("zod/mini").ZodMiniObject<{
        maintenance_mode: import("zod/mini").ZodMiniBoolean<boolean>;
        registration_enabled: import("zod/mini").ZodMiniBoolean<boolean>;
        default_token_quota: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly setupStatus: import("zod/mini").ZodMiniObject<{
        initialized: import("zod/mini").ZodMiniBoolean<boolean>;
    }, import("zod/v4/core").$strip>;
    readonly tested: import("zod/mini").ZodMiniObject<{
        ok: import("zod/mini").ZodMiniBoolean<boolean>;
        error: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly testedMcpServer: import("zod/mini").ZodMiniObject<{
        ok: import("zod/mini").ZodMiniBoolean<boolean>;
        error: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        tools: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniString<string>;
            description: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
    }, import("zod/v4/core").$strip>;
    readonly ticket: import("zod/mini").ZodMiniObject<{
        ticket: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly toggled: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
    }, import("zod/v4/core").$strip>;
    readonly toolCatalog: import("zod/mini").ZodMiniObject<{
        categories: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        tools: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniString<string>;
            display_name: import("zod/mini").ZodMiniString<string>;
            category: import("zod/mini").ZodMiniString<string>;
            description: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
    }, import("zod/v4/core").$strip>;
    readonly usageAnalytics: import("zod/mini").ZodMiniObject<{
        days: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            date: import("zod/mini").ZodMiniString<string>;
            turns: import("zod/mini").ZodMiniInt;
            tokens: import("zod/mini").ZodMiniInt;
        }, import("zod/v4/core").$strip>>;
        total_turns: import("zod/mini").ZodMiniInt;
        total_tokens: import("zod/mini").ZodMiniInt;
    }, import("zod/v4/core").$strip>;
    readonly user: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        username: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        display_name: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        email: import("zod/mini").ZodMiniString<string>;
        is_admin: import("zod/mini").ZodMiniBoolean<boolean>;
        system_instructions: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        preferred_language: import("zod/mini").ZodMiniString<string>;
        oauth_provider: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        has_password: import("zod/mini").ZodMiniBoolean<boolean>;
        oauth_bindings: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
        onboarding_completed: import("zod/mini").ZodMiniBoolean<boolean>;
        avatar: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        privacy_accepted_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        timezone: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        default_agent_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        default_exec_mode: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        default_reasoning: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        totp_enabled: import("zod/mini").ZodMiniBoolean<boolean>;
        has_connector: import("zod/mini").ZodMiniBoolean<boolean>;
        has_agent: import("zod/mini").ZodMiniBoolean<boolean>;
        has_conversation: import("zod/mini").ZodMiniBoolean<boolean>;
    }, import("zod/v4/core").$strip>;
    readonly verification: import("zod/mini").ZodMiniObject<{
        valid: import("zod/mini").ZodMiniLiteral<true>;
        user_id: import("zod/mini").ZodMiniString<string>;
        credential: import("zod/mini").ZodMiniEnum<{
            access_token: "access_token";
            api_key: "api_key";
        }>;
        expires_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly version: import("zod/mini").ZodMiniObject<{
        version: import("zod/mini").ZodMiniString<string>;
        build_time: import("zod/mini").ZodMiniString<string>;
        app_name: import("zod/mini").ZodMiniString<string>;
    }, import("zod/v4/core").$strip>;
    readonly workflow: import("zod/mini").ZodMiniObject<{
        visibility: import("zod/mini").ZodMiniEnum<{
            global: "global";
            org: "org";
            personal: "personal";
        }>;
        org_id: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        publish_status: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            approved: "approved";
            pending_review: "pending_review";
            rejected: "rejected";
        }>>;
        reviewed_by: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        reviewed_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        review_note: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        id: import("zod/mini").ZodMiniString<string>;
        user_id: import("zod/mini").ZodMiniString<string>;
        name: import("zod/mini").ZodMiniString<string>;
        icon: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        description: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        blueprint: import("zod/mini").ZodMiniObject<{
            nodes: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                id: import("zod/mini").ZodMiniString<string>;
                type: import("zod/mini").ZodMiniString<string>;
                data: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
            }, import("zod/v4/core").$loose>>;
            edges: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                source: import("zod/mini").ZodMiniString<string>;
                target: import("zod/mini").ZodMiniString<string>;
                sourceHandle: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>>;
            }, import("zod/v4/core").$loose>>;
            viewport: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>>;
        }, import("zod/v4/core").$strip>;
        input_schema: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        output_schema: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        status: import("zod/mini").ZodMiniEnum<{
            draft: "draft";
            published: "published";
        }>;
        published_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        is_active: import("zod/mini").ZodMiniBoolean<boolean>;
        webhook_url: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        schedule_cron: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        schedule_enabled: import("zod/mini").ZodMiniBoolean<boolean>;
        schedule_inputs: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        schedule_timezone: import("zod/mini").ZodMiniString<string>;
        has_api_key: import("zod/mini").ZodMiniBoolean<boolean>;
        total_runs: import("zod/mini").ZodMiniInt;
        last_run_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        success_rate: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniNumber<number>>;
        source: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniEnum<{
            market: "market";
            org: "org";
            own: "own";
        }>>;
        forked_from: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly workflowRun: import("zod/mini").ZodMiniObject<{
        id: import("zod/mini").ZodMiniString<string>;
        workflow_id: import("zod/mini").ZodMiniString<string>;
        user_id: import("zod/mini").ZodMiniString<string>;
        status: import("zod/mini").ZodMiniEnum<{
            cancelled: "cancelled";
            completed: "completed";
            failed: "failed";
            pending: "pending";
            running: "running";
        }>;
        inputs: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>;
        outputs: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
        node_results: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniObject<{
            status: import("zod/mini").ZodMiniEnum<{
                cancelled: "cancelled";
                completed: "completed";
                failed: "failed";
                running: "running";
                skipped: "skipped";
            }>;
            output: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
            error: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            started_at: import("zod/mini").ZodMiniString<string>;
            completed_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
            duration_ms: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>>;
        started_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        completed_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        duration_ms: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>;
        error: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
        created_at: import("zod/mini").ZodMiniString<string>;
        updated_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
    readonly workflowStats: import("zod/mini").ZodMiniObject<{
        total_runs: import("zod/mini").ZodMiniInt;
        completed_runs: import("zod/mini").ZodMiniInt;
        failed_runs: import("zod/mini").ZodMiniInt;
        cancelled_runs: import("zod/mini").ZodMiniInt;
        active_runs: import("zod/mini").ZodMiniInt;
        success_rate: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniNumber<number>>;
        average_duration_ms: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniInt>;
        last_run_at: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniString<string>>;
    }, import("zod/v4/core").$strip>;
};
export type AnsweredRecord = keyof typeof answeredRecords;
