import type { Visit } from '../pipeline/visit.ts';
export declare const memberRoutes: {
    'orgs.members': (visit: Visit) => import("../page.ts").Page;
    'orgs.add-member': (visit: Visit) => {
        user_id: string;
        role: "admin" | "member" | "owner";
        joined_at: string;
        org_id: string;
        email: string;
        display_name: string | null;
    };
    'orgs.change-role': (visit: Visit) => {
        user_id: string;
        role: "admin" | "member" | "owner";
        joined_at: string;
        org_id: string;
        email: string;
        display_name: string | null;
    };
    'orgs.remove-member': (visit: Visit) => {
        deleted: string;
    };
};
