import * as z from 'zod/mini';
declare const trend: z.ZodMiniArray<z.ZodMiniObject<{
    date: z.ZodMiniString<string>;
    turns: z.ZodMiniInt;
    tokens: z.ZodMiniInt;
}, z.core.$strip>>;
/** What a dashboard shows of the caller's own work. */
export declare const dashboard: z.ZodMiniObject<{
    total_conversations: z.ZodMiniInt;
    total_turns: z.ZodMiniInt;
    total_tokens: z.ZodMiniInt;
    total_agents: z.ZodMiniInt;
    total_kbs: z.ZodMiniInt;
    total_connectors: z.ZodMiniInt;
    activity_trend: z.ZodMiniArray<z.ZodMiniObject<{
        date: z.ZodMiniString<string>;
        turns: z.ZodMiniInt;
        tokens: z.ZodMiniInt;
    }, z.core.$strip>>;
    top_agents: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        icon: z.ZodMiniNullable<z.ZodMiniString<string>>;
        conversation_count: z.ZodMiniInt;
    }, z.core.$strip>>;
    top_kbs: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        document_count: z.ZodMiniInt;
        total_chunks: z.ZodMiniInt;
    }, z.core.$strip>>;
    connector_health: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        status: z.ZodMiniEnum<{
            healthy: "healthy";
            inactive: "inactive";
        }>;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** What the caller used in this calendar month (UTC), against their quota. */
export declare const ownUsage: z.ZodMiniObject<{
    month: z.ZodMiniString<string>;
    tokens_used: z.ZodMiniInt;
    token_quota: z.ZodMiniInt;
    tokens_left: z.ZodMiniNullable<z.ZodMiniInt>;
    days: z.ZodMiniArray<z.ZodMiniObject<{
        date: z.ZodMiniString<string>;
        turns: z.ZodMiniInt;
        tokens: z.ZodMiniInt;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** Whether somebody has set the platform up. */
export declare const setupStatus: z.ZodMiniObject<{
    initialized: z.ZodMiniBoolean<boolean>;
}, z.core.$strip>;
/** Whether people may sign up by themselves. */
export declare const registrationStatus: z.ZodMiniObject<{
    registration_enabled: z.ZodMiniBoolean<boolean>;
}, z.core.$strip>;
/** What everybody is told before they sign in. */
export declare const announcement: z.ZodMiniObject<{
    enabled: z.ZodMiniBoolean<boolean>;
    text: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** Other places to sign in with. */
export declare const oauthProviders: z.ZodMiniObject<{
    providers: z.ZodMiniArray<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** The version of the platform (9). */
export declare const version: z.ZodMiniObject<{
    version: z.ZodMiniString<string>;
    build_time: z.ZodMiniString<string>;
    app_name: z.ZodMiniString<string>;
}, z.core.$strip>;
/** What stands in for a credential in the body of a chat request, for a minute. */
export declare const ticket: z.ZodMiniObject<{
    ticket: z.ZodMiniString<string>;
}, z.core.$strip>;
/** How many sessions were ended. */
export declare const revoked: z.ZodMiniObject<{
    revoked: z.ZodMiniInt;
}, z.core.$strip>;
/** That it was done. */
export declare const changed: z.ZodMiniObject<{
    changed: z.ZodMiniLiteral<true>;
}, z.core.$strip>;
export type Dashboard = z.infer<typeof dashboard>;
export type OwnUsage = z.infer<typeof ownUsage>;
export type Trend = z.infer<typeof trend>;
export {};
