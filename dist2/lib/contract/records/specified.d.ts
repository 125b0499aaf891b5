import * as z from 'zod/mini';
/** An API key record (2.1). */
export declare const specifiedKey: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    key_prefix: z.ZodMiniString<string>;
    scopes: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    is_active: z.ZodMiniBoolean<boolean>;
    expires_at: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    last_used_at: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    total_requests: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
    created_at: z.ZodMiniString<string>;
}, z.core.$loose>;
/** The paginated list envelope (2.2). */
export declare const specifiedPage: z.ZodMiniObject<{
    items: z.ZodMiniArray<z.ZodMiniUnknown>;
    total: z.ZodMiniInt;
    page: z.ZodMiniInt;
    size: z.ZodMiniInt;
    pages: z.ZodMiniInt;
}, z.core.$loose>;
/** The success envelope (2.3); `error: null` says no more than its absence. */
export declare const specifiedSuccess: z.ZodMiniObject<{
    success: z.ZodMiniLiteral<true>;
    error: z.ZodMiniOptional<z.ZodMiniNull>;
}, z.core.$loose>;
/** The error envelope (2.3, 7). */
export declare const specifiedError: z.ZodMiniObject<{
    success: z.ZodMiniLiteral<false>;
    error: z.ZodMiniString<string>;
    message: z.ZodMiniString<string>;
}, z.core.$loose>;
/** One item of the `detail` of a 422 (2.4). */
export declare const specifiedIssue: z.ZodMiniObject<{
    loc: z.ZodMiniArray<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniInt]>>;
    msg: z.ZodMiniString<string>;
    type: z.ZodMiniString<string>;
    ctx: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniObject<{}, z.core.$loose>>>;
}, z.core.$loose>;
/** The validation error body (2.4); its items are `specifiedIssue`s. */
export declare const specifiedValidation: z.ZodMiniObject<{
    detail: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{}, z.core.$loose>>>;
}, z.core.$loose>;
/** The login response (2.7). */
export declare const specifiedLogin: z.ZodMiniObject<{
    access_token: z.ZodMiniString<string>;
    refresh_token: z.ZodMiniString<string>;
    token_type: z.ZodMiniString<string>;
    expires_in: z.ZodMiniLiteral<7200>;
    user: z.ZodMiniObject<{}, z.core.$loose>;
}, z.core.$loose>;
