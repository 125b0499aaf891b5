import * as z from 'zod/mini';
/** `POST /api/admin/users`. */
export declare const createUserBody: z.ZodMiniObject<{
    email: z.ZodMiniString<string>;
    password: z.ZodMiniString<string>;
    username: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    display_name: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    is_admin: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
}, z.core.$strip>;
/** `PATCH /api/admin/users/{user_id}`; what is absent or null stays. */
export declare const updateUserBody: z.ZodMiniObject<{
    email: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    username: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    display_name: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$strip>;
/** `PATCH …/active` of a user or a key: false makes an account a restricted one. */
export declare const activeBody: z.ZodMiniObject<{
    is_active: z.ZodMiniBoolean<boolean>;
}, z.core.$strip>;
/** `PATCH /api/admin/users/{user_id}/admin`. */
export declare const adminBody: z.ZodMiniObject<{
    is_admin: z.ZodMiniBoolean<boolean>;
}, z.core.$strip>;
/** `PATCH /api/admin/users/{user_id}/quota`: 0 is unlimited, `null` inherits the default (8). */
export declare const quotaBody: z.ZodMiniObject<{
    token_quota: z.ZodMiniNullable<z.ZodMiniInt>;
}, z.core.$strip>;
/** `POST /api/admin/users/{user_id}/reset-password`. */
export declare const resetPasswordBody: z.ZodMiniObject<{
    new_password: z.ZodMiniString<string>;
}, z.core.$strip>;
/** `PATCH /api/admin/settings`; what is absent or null stays. */
export declare const settingsBody: z.ZodMiniObject<{
    maintenance_mode: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    registration_enabled: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    default_token_quota: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
}, z.core.$strip>;
/** Lists of users: `q` looks through addresses and names. */
export declare const usersQuery: z.ZodMiniObject<{
    page: z.ZodMiniOptional<z.ZodMiniInt>;
    size: z.ZodMiniOptional<z.ZodMiniInt>;
    q: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** Lists of what belongs to users: of one of them where `user_id` is given. */
export declare const ownedQuery: z.ZodMiniObject<{
    page: z.ZodMiniOptional<z.ZodMiniInt>;
    size: z.ZodMiniOptional<z.ZodMiniInt>;
    user_id: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** The audit log: entries of one action, or of one who acted, where given. */
export declare const auditQuery: z.ZodMiniObject<{
    page: z.ZodMiniOptional<z.ZodMiniInt>;
    size: z.ZodMiniOptional<z.ZodMiniInt>;
    action: z.ZodMiniOptional<z.ZodMiniString<string>>;
    actor_id: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** `GET /api/admin/analytics/usage`: how many days back, today included. */
export declare const usageQuery: z.ZodMiniObject<{
    days: z.ZodMiniOptional<z.ZodMiniInt>;
}, z.core.$strip>;
