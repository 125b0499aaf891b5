import * as z from 'zod/mini';
/** An API key record (2.1). The full value is never part of it. */
export declare const apiKey: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    key_prefix: z.ZodMiniString<string>;
    scopes: z.ZodMiniNullable<z.ZodMiniString<string>>;
    is_active: z.ZodMiniBoolean<boolean>;
    expires_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    last_used_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    total_requests: z.ZodMiniInt;
    created_at: z.ZodMiniString<string>;
}, z.core.$strip>;
/** A key as a world keeps it: its value and prefix are derived, its usage is counted beside it. */
export declare const storedApiKey: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    scopes: z.ZodMiniNullable<z.ZodMiniString<string>>;
    is_active: z.ZodMiniBoolean<boolean>;
    expires_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    created_at: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
}, z.core.$strip>;
export type ApiKey = z.infer<typeof apiKey>;
export type StoredApiKey = z.infer<typeof storedApiKey>;
