import type { Dashboard } from '../../contract/records/portal.ts';
import type { Visit } from '../pipeline/visit.ts';
export declare const portalRoutes: {
    'auth.setup-status': ({ world }: Visit) => {
        initialized: boolean;
    };
    'auth.registration-status': ({ world }: Visit) => {
        registration_enabled: boolean;
    };
    'auth.announcement': () => {
        enabled: boolean;
        text: null;
    };
    'auth.oauth-providers': () => {
        providers: never[];
    };
    version: ({ behaviour }: Visit) => {
        version: string;
        build_time: string;
        app_name: string;
    };
    'tools.catalog': ({ world: { tools } }: Visit) => {
        categories: string[];
        tools: {
            name: string;
            display_name: string;
            category: string;
            description: string;
        }[];
    };
    'dashboard.stats': typeof dashboardOf;
    'models.list': (visit: Visit) => import("../page.ts").Page;
    'models.active': ({ world }: Visit) => {
        general: {
            id: string;
            name: string;
            display_name: string;
            provider: string;
            role: "fast" | "general" | null;
            context_window: number;
            supports_images: boolean;
            is_active: boolean;
            created_at: string;
        } | null;
        fast: {
            id: string;
            name: string;
            display_name: string;
            provider: string;
            role: "fast" | "general" | null;
            context_window: number;
            supports_images: boolean;
            is_active: boolean;
            created_at: string;
        } | null;
    };
};
declare function dashboardOf({ world, caller }: Visit): Dashboard;
export {};
