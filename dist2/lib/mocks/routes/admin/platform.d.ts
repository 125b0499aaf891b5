/** The platform itself: its settings, its health, and what was done to it. */
export declare const adminPlatformRoutes: {
    'admin.settings.read': ({ world }: import("../../pipeline/visit.ts").Visit) => {
        maintenance_mode: boolean;
        registration_enabled: boolean;
        default_token_quota: number;
    };
    'admin.settings.update': (visit: import("../../pipeline/visit.ts").Visit) => {
        maintenance_mode: boolean;
        registration_enabled: boolean;
        default_token_quota: number;
    };
    'admin.audit-log': (visit: import("../../pipeline/visit.ts").Visit) => import("../../page.ts").Page;
    'admin.health': (visit: import("../../pipeline/visit.ts").Visit) => import("../../page.ts").Page;
};
