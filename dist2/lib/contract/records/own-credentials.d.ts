import * as z from 'zod/mini';
/** Whether a user stored credentials of their own for a connector, and what these are called. */
export declare const connectorCredentials: z.ZodMiniObject<{
    has_credentials: z.ZodMiniBoolean<boolean>;
    keys: z.ZodMiniArray<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** The same for an MCP server (4.7: not shown); values only where a deployment tells them. */
export declare const mcpCredentials: z.ZodMiniObject<{
    has_credentials: z.ZodMiniBoolean<boolean>;
    env_keys: z.ZodMiniArray<z.ZodMiniString<string>>;
    header_keys: z.ZodMiniArray<z.ZodMiniString<string>>;
    env: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>;
    headers: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>;
}, z.core.$strip>;
/** What storing them answers; `cleared` where there was nothing to store. */
export declare const savedCredentials: z.ZodMiniObject<{
    saved: z.ZodMiniBoolean<boolean>;
    cleared: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
}, z.core.$strip>;
/** What a user stored, as a world keeps it. */
export declare const storedCredentials: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    target_id: z.ZodMiniString<string>;
    env: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
    headers: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
}, z.core.$strip>;
export type StoredCredentials = z.infer<typeof storedCredentials>;
