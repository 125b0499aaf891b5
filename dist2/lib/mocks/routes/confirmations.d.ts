import type { Visit } from '../pipeline/visit.ts';
export declare const confirmationRoutes: {
    'confirmations.read': (visit: Visit) => {
        confirmation_id: string;
        status: "approved" | "expired" | "pending" | "rejected";
        mode: "channel" | "inline";
        tool_name: string;
        arguments: Record<string, unknown>;
        created_at: string;
        decided_at: string | null;
        approver_user_id: string | null;
    };
    'confirmations.respond': (visit: Visit) => {
        status: "approved" | "expired" | "pending" | "rejected";
        confirmation_id: string;
        decided_at: string | null;
    };
};
