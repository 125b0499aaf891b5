import * as z from 'zod/mini';
/** A tool that a server offers to agents. */
export declare const mcpTool: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    description: z.ZodMiniString<string>;
}, z.core.$strip>;
/** An MCP server (4.7: named only). The values of `env` and `headers` are `***`. */
export declare const mcpServer: z.ZodMiniObject<{
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
    tool_count: z.ZodMiniInt;
    allow_fallback: z.ZodMiniBoolean<boolean>;
    forked_from: z.ZodMiniNullable<z.ZodMiniString<string>>;
    my_has_credentials: z.ZodMiniBoolean<boolean>;
    source: z.ZodMiniNullable<z.ZodMiniEnum<{
        market: "market";
        org: "org";
        own: "own";
    }>>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** A server as a world keeps it, with the tools that a test of it finds. */
export declare const storedMcpServer: z.ZodMiniObject<{
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
}, z.core.$strip>;
/** What a test of a server says: with the tools that it found. */
export declare const testedMcpServer: z.ZodMiniObject<{
    ok: z.ZodMiniBoolean<boolean>;
    error: z.ZodMiniNullable<z.ZodMiniString<string>>;
    tools: z.ZodMiniArray<z.ZodMiniObject<{
        name: z.ZodMiniString<string>;
        description: z.ZodMiniString<string>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type McpServer = z.infer<typeof mcpServer>;
export type StoredMcpServer = z.infer<typeof storedMcpServer>;
