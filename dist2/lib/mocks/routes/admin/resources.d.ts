import type { Visit } from '../../pipeline/visit.ts';
/** What users own, seen and changed by those who administer it. */
export declare const adminResourceRoutes: {
    'admin.keys.list': (visit: Visit) => import("../../page.ts").Page;
    'admin.keys.set-active': (visit: Visit) => {
        id: string;
        name: string;
        key_prefix: string;
        scopes: string | null;
        is_active: boolean;
        expires_at: string | null;
        last_used_at: string | null;
        total_requests: number;
        created_at: string;
        user_id: string;
        user_email: string | null;
    };
    'admin.keys.delete': (visit: Visit) => void;
    'admin.conversations.list': (visit: Visit) => import("../../page.ts").Page;
    'admin.conversations.messages': (visit: Visit) => import("../../page.ts").Page;
    'admin.conversations.delete': (visit: Visit) => void;
    'admin.agents.list': (visit: Visit) => import("../../page.ts").Page;
    'admin.knowledge-bases.list': (visit: Visit) => import("../../page.ts").Page;
};
