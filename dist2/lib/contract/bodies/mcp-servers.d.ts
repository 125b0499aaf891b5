import * as z from 'zod/mini';
/** `POST /api/mcp-servers`, and `PUT`, which replaces all of it (4.7: not shown). */
export declare const mcpServerBody: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    transport: z.ZodMiniEnum<{
        sse: "sse";
        stdio: "stdio";
        streamable_http: "streamable_http";
    }>;
    command: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    args: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
    env: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
    url: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    working_dir: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    headers: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
    is_active: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    allow_fallback: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
}, z.core.$strip>;
/** `PUT /api/mcp-servers/{server_id}/my-credentials` (4.7: not shown); both empty deletes them. */
export declare const mcpCredentialsBody: z.ZodMiniObject<{
    env: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
    headers: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
}, z.core.$strip>;
