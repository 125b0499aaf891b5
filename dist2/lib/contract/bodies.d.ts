import * as z from 'zod/mini';
/** `POST /api/auth/login` (4.6). */
export declare const loginBody: z.ZodMiniObject<{
    email: z.ZodMiniString<string>;
    password: z.ZodMiniString<string>;
}, z.core.$strip>;
/** `POST /api/auth/refresh` (4.6). */
export declare const refreshBody: z.ZodMiniObject<{
    refresh_token: z.ZodMiniString<string>;
}, z.core.$strip>;
/** A moment in any ISO 8601 form, in milliseconds since 1970; without an offset it is taken as UTC. */
export declare function toMoment(text: string): number;
/** `POST /api/me/api-keys` (4.1); the field of the expiry is a choice and joins when compiled. */
export declare const createKeyBody: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    scopes: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    expires_at: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$strip>;
/** `PATCH /api/me/api-keys/{key_id}/active` (4.1). */
export declare const keyActiveBody: z.ZodMiniObject<{
    is_active: z.ZodMiniBoolean<boolean>;
}, z.core.$strip>;
/** The chat request body of the three streaming endpoints (2.6). */
export declare const chatBody: z.ZodMiniObject<{
    q: z.ZodMiniString<string>;
    conversation_id: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    agent_id: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    token: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    image_ids: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    user_metadata: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    doc_mode: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$strip>;
/** `POST /api/chat/inject` (4.2: shape not shown). */
export declare const injectBody: z.ZodMiniObject<{
    conversation_id: z.ZodMiniString<string>;
    content: z.ZodMiniString<string>;
}, z.core.$strip>;
/** `POST /api/chat/resume` (4.2). */
export declare const resumeBody: z.ZodMiniObject<{
    conversation_id: z.ZodMiniString<string>;
    cursor: z.ZodMiniInt;
}, z.core.$strip>;
/** `POST /api/conversations` (4.3, 2.5). */
export declare const createConversationBody: z.ZodMiniObject<{
    title: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    mode: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        auto: "auto";
        dag: "dag";
        react: "react";
    }>>>;
    agent_id: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    model_name: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    kb_ids: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
}, z.core.$strip>;
/** `PATCH /api/conversations/{conversation_id}` (4.3, 2.5). */
export declare const updateConversationBody: z.ZodMiniObject<{
    title: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    starred: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniBoolean<boolean>>>;
    status: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        active: "active";
        archived: "archived";
    }>>>;
    kb_ids: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString<string>>>>;
}, z.core.$strip>;
/** `POST /api/knowledge-bases/{id}/retrieve` (4.4: shape not shown). */
export declare const retrieveBody: z.ZodMiniObject<{
    query: z.ZodMiniString<string>;
    top_k: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
}, z.core.$strip>;
/** `page` and `size` of every list (4.C3, 8). */
export declare const pageQuery: z.ZodMiniObject<{
    page: z.ZodMiniOptional<z.ZodMiniInt>;
    size: z.ZodMiniOptional<z.ZodMiniInt>;
}, z.core.$strip>;
/** The conversation list: paging, a search of 1 to 200 characters (8), and the status shown. */
export declare const conversationsQuery: z.ZodMiniObject<{
    page: z.ZodMiniOptional<z.ZodMiniInt>;
    size: z.ZodMiniOptional<z.ZodMiniInt>;
    q: z.ZodMiniOptional<z.ZodMiniString<string>>;
    status: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** The agent list: paging and a filter by status (4.5: further parameters not shown). */
export declare const agentsQuery: z.ZodMiniObject<{
    page: z.ZodMiniOptional<z.ZodMiniInt>;
    size: z.ZodMiniOptional<z.ZodMiniInt>;
    status: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strip>;
