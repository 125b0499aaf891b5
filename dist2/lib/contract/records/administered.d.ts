import * as z from 'zod/mini';
/** A user as administrators see one (4.7: not shown). */
export declare const administeredUser: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    username: z.ZodMiniNullable<z.ZodMiniString<string>>;
    display_name: z.ZodMiniNullable<z.ZodMiniString<string>>;
    email: z.ZodMiniString<string>;
    is_admin: z.ZodMiniBoolean<boolean>;
    is_active: z.ZodMiniBoolean<boolean>;
    token_quota: z.ZodMiniNullable<z.ZodMiniInt>;
    tokens_used: z.ZodMiniInt;
    created_at: z.ZodMiniString<string>;
}, z.core.$strip>;
/** A key of any user, with its owner. */
export declare const administeredKey: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    key_prefix: z.ZodMiniString<string>;
    scopes: z.ZodMiniNullable<z.ZodMiniString<string>>;
    is_active: z.ZodMiniBoolean<boolean>;
    expires_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    last_used_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    total_requests: z.ZodMiniInt;
    created_at: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    user_email: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** A conversation of any user, with its owner. */
export declare const administeredConversation: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
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
    user_id: z.ZodMiniString<string>;
    user_email: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** How many users were logged out. */
export declare const loggedOut: z.ZodMiniObject<{
    logged_out: z.ZodMiniInt;
}, z.core.$strip>;
export type AdministeredUser = z.infer<typeof administeredUser>;
export type AdministeredKey = z.infer<typeof administeredKey>;
export type AdministeredConversation = z.infer<typeof administeredConversation>;
