import * as z from 'zod/mini';
/** `POST /api/connectors`, and `PUT`, which replaces all of it (4.7: not shown). */
export declare const connectorBody: z.ZodMiniObject<{
    type: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        api: "api";
        database: "database";
    }>>>;
    base_url: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    auth_type: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    auth_config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    db_config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    icon: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    is_active: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    allow_fallback: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
}, z.core.$strip>;
/** `POST /api/connectors/test-connection`: a connector that is not stored yet. */
export declare const connectionBody: z.ZodMiniObject<{
    type: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        api: "api";
        database: "database";
    }>>>;
    base_url: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    auth_type: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    auth_config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    db_config: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
}, z.core.$strip>;
/** An action of a connector: added, or put in the place of another. */
export declare const connectorActionBody: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    method: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        DELETE: "DELETE";
        GET: "GET";
        PATCH: "PATCH";
        POST: "POST";
        PUT: "PUT";
    }>>>;
    path: z.ZodMiniString<string>;
    parameters_schema: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    request_body_template: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    response_extract: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    requires_confirmation: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
}, z.core.$strip>;
/** `PUT /api/connectors/{connector_id}/my-credentials`. */
export declare const connectorCredentialsBody: z.ZodMiniObject<{
    credentials: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
}, z.core.$strip>;
