import * as z from 'zod/mini';
/** One call that a connector offers to agents. */
export declare const connectorAction: z.ZodMiniObject<{
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
}, z.core.$strip>;
/** A connector (4.7: named only). Secrets are in none of its fields. */
export declare const connector: z.ZodMiniObject<{
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
    source: z.ZodMiniNullable<z.ZodMiniEnum<{
        market: "market";
        org: "org";
        own: "own";
    }>>;
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
}, z.core.$strip>;
/** A connector as a world keeps it; `source` depends on who looks. */
export declare const storedConnector: z.ZodMiniObject<{
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
}, z.core.$strip>;
export type ConnectorAction = z.infer<typeof connectorAction>;
export type Connector = z.infer<typeof connector>;
export type StoredConnector = z.infer<typeof storedConnector>;
