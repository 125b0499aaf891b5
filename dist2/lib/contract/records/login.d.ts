import * as z from 'zod/mini';
/** What a login and a refresh answer (2.7). */
export declare const login: z.ZodMiniObject<{
    access_token: z.ZodMiniString<string>;
    refresh_token: z.ZodMiniString<string>;
    token_type: z.ZodMiniString<string>;
    expires_in: z.ZodMiniInt;
    user: z.ZodMiniObject<{
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
        has_connector: z.ZodMiniBoolean<boolean>;
        has_agent: z.ZodMiniBoolean<boolean>;
        has_conversation: z.ZodMiniBoolean<boolean>;
    }, z.core.$strip>;
}, z.core.$strip>;
/** What `GET /api/auth/verify` says of the credential (4.6: not shown). */
export declare const verification: z.ZodMiniObject<{
    valid: z.ZodMiniLiteral<true>;
    user_id: z.ZodMiniString<string>;
    credential: z.ZodMiniEnum<{
        access_token: "access_token";
        api_key: "api_key";
    }>;
    expires_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
