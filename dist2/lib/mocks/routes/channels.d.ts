import type { Visit } from '../pipeline/visit.ts';
export declare const channelRoutes: {
    'channels.list': (visit: Visit) => import("../page.ts").Page;
    'channels.create': (visit: Visit) => {
        id: string;
        name: string;
        type: "feishu" | "slack" | "wecom";
        org_id: string | null;
        config: Record<string, unknown>;
        is_active: boolean;
        created_by: string;
        created_at: string;
        updated_at: string | null;
        callback_url: string;
    };
    'channels.read': (visit: Visit) => {
        id: string;
        name: string;
        type: "feishu" | "slack" | "wecom";
        org_id: string | null;
        config: Record<string, unknown>;
        is_active: boolean;
        created_by: string;
        created_at: string;
        updated_at: string | null;
        callback_url: string;
    };
    'channels.update': (visit: Visit) => {
        id: string;
        name: string;
        type: "feishu" | "slack" | "wecom";
        org_id: string | null;
        config: Record<string, unknown>;
        is_active: boolean;
        created_by: string;
        created_at: string;
        updated_at: string | null;
        callback_url: string;
    };
    'channels.delete': ({ world, found }: Visit) => void;
    'channels.test': (visit: Visit) => {
        ok: boolean;
        error: string | null;
    };
    'channels.discover-chats': (visit: Visit) => {
        chats: {
            chat_id: string;
            name: string;
        }[];
    };
};
