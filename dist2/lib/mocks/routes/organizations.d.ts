import type { Visit } from '../pipeline/visit.ts';
export declare const organizationRoutes: {
    'orgs.list': (visit: Visit) => import("../page.ts").Page;
    'orgs.create': (visit: Visit) => {
        id: string;
        name: string;
        description: string | null;
        created_at: string;
        updated_at: string | null;
        role: "admin" | "member" | "owner";
        member_count: number;
    };
    'orgs.read': (visit: Visit) => {
        id: string;
        name: string;
        description: string | null;
        created_at: string;
        updated_at: string | null;
        role: "admin" | "member" | "owner";
        member_count: number;
    };
    'orgs.replace': (visit: Visit) => {
        id: string;
        name: string;
        description: string | null;
        created_at: string;
        updated_at: string | null;
        role: "admin" | "member" | "owner";
        member_count: number;
    };
    'orgs.delete': ({ world, caller, found }: Visit) => {
        deleted: string;
    };
};
