import * as z from 'zod/mini';
/** `PATCH /api/auth/profile`: what is absent stays, null is the default again. */
export declare const profileBody: z.ZodMiniObject<{
    display_name: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    username: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    system_instructions: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    preferred_language: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    timezone: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    avatar: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    onboarding_completed: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    default_agent_id: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    default_exec_mode: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        auto: "auto";
        dag: "dag";
        react: "react";
    }>>>;
    default_reasoning: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$strip>;
/** `POST /api/auth/change-password`. */
export declare const changePasswordBody: z.ZodMiniObject<{
    current_password: z.ZodMiniString<string>;
    new_password: z.ZodMiniString<string>;
}, z.core.$strip>;
/** `PUT /api/me/notifications`: what is absent stays. */
export declare const notificationsBody: z.ZodMiniObject<{
    by_email: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
    in_app: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
    turn_done: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
    approval_requested: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
    workflow_failed: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
    quota_nearly_used: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
}, z.core.$strip>;
