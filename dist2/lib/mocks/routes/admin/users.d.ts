import type { Visit } from '../../pipeline/visit.ts';
export declare const adminUserRoutes: {
    'admin.users.list': (visit: Visit) => import("../../page.ts").Page;
    'admin.users.create': (visit: Visit) => {
        id: string;
        username: string | null;
        display_name: string | null;
        email: string;
        is_admin: boolean;
        is_active: boolean;
        token_quota: number | null;
        tokens_used: number;
        created_at: string;
    };
    'admin.users.update': (visit: Visit) => {
        id: string;
        username: string | null;
        display_name: string | null;
        email: string;
        is_admin: boolean;
        is_active: boolean;
        token_quota: number | null;
        tokens_used: number;
        created_at: string;
    };
    'admin.users.set-active': (visit: Visit) => {
        id: string;
        username: string | null;
        display_name: string | null;
        email: string;
        is_admin: boolean;
        is_active: boolean;
        token_quota: number | null;
        tokens_used: number;
        created_at: string;
    };
    'admin.users.set-admin': (visit: Visit) => {
        id: string;
        username: string | null;
        display_name: string | null;
        email: string;
        is_admin: boolean;
        is_active: boolean;
        token_quota: number | null;
        tokens_used: number;
        created_at: string;
    };
    'admin.users.set-quota': (visit: Visit) => {
        id: string;
        username: string | null;
        display_name: string | null;
        email: string;
        is_admin: boolean;
        is_active: boolean;
        token_quota: number | null;
        tokens_used: number;
        created_at: string;
    };
    'admin.users.reset-password': (visit: Visit) => {
        id: string;
        username: string | null;
        display_name: string | null;
        email: string;
        is_admin: boolean;
        is_active: boolean;
        token_quota: number | null;
        tokens_used: number;
        created_at: string;
    };
    'admin.users.force-logout': (visit: Visit) => {
        logged_out: number;
    };
    'admin.force-logout-all': (visit: Visit) => {
        logged_out: number;
    };
    'admin.users.delete': (visit: Visit) => {
        deleted: string;
    };
};
