/** Figures about what the world holds, counted when they are asked for. */
export declare const adminFigureRoutes: {
    'admin.stats': ({ world }: import("../../pipeline/visit.ts").Visit) => {
        total_users: number;
        active_users: number;
        total_api_keys: number;
        total_agents: number;
        total_knowledge_bases: number;
        total_conversations: number;
        total_messages: number;
        total_turns: number;
        total_tokens: number;
    };
    'admin.analytics.usage': ({ world, query }: import("../../pipeline/visit.ts").Visit) => {
        days: {
            date: string;
            turns: number;
            tokens: number;
        }[];
        total_turns: number;
        total_tokens: number;
    };
    'admin.analytics.by-agent': (visit: import("../../pipeline/visit.ts").Visit) => import("../../page.ts").Page;
};
