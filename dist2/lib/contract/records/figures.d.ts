import * as z from 'zod/mini';
/** How much there is of everything on the platform. */
export declare const platformStats: z.ZodMiniObject<{
    total_users: z.ZodMiniInt;
    active_users: z.ZodMiniInt;
    total_api_keys: z.ZodMiniInt;
    total_agents: z.ZodMiniInt;
    total_knowledge_bases: z.ZodMiniInt;
    total_conversations: z.ZodMiniInt;
    total_messages: z.ZodMiniInt;
    total_turns: z.ZodMiniInt;
    total_tokens: z.ZodMiniInt;
}, z.core.$strip>;
/** Stored turns and their tokens by day (UTC), oldest first; days without a turn are there, too. */
export declare const usageAnalytics: z.ZodMiniObject<{
    days: z.ZodMiniArray<z.ZodMiniObject<{
        date: z.ZodMiniString<string>;
        turns: z.ZodMiniInt;
        tokens: z.ZodMiniInt;
    }, z.core.$strip>>;
    total_turns: z.ZodMiniInt;
    total_tokens: z.ZodMiniInt;
}, z.core.$strip>;
/** Stored turns and their tokens of one agent; without an agent where `agent_id` is null. */
export declare const agentUsage: z.ZodMiniObject<{
    agent_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    agent_name: z.ZodMiniNullable<z.ZodMiniString<string>>;
    turns: z.ZodMiniInt;
    tokens: z.ZodMiniInt;
}, z.core.$strip>;
/** One part of the platform and how it does. */
export declare const healthComponent: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    status: z.ZodMiniEnum<{
        healthy: "healthy";
        maintenance: "maintenance";
    }>;
    detail: z.ZodMiniString<string>;
    checked_at: z.ZodMiniString<string>;
}, z.core.$strip>;
export type PlatformStats = z.infer<typeof platformStats>;
export type UsageAnalytics = z.infer<typeof usageAnalytics>;
export type AgentUsage = z.infer<typeof agentUsage>;
export type HealthComponent = z.infer<typeof healthComponent>;
