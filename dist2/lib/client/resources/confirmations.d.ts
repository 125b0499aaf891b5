import type * as z from 'zod/mini';
import type { answeredConfirmation } from '../../contract/records/confirmation.ts';
import type { Caller, CallOptions } from '../caller.ts';
export type AnsweredConfirmation = z.infer<typeof answeredConfirmation>;
/** Approvals of tool calls, as `awaiting_confirmation` announces them. */
export declare function confirmationsOf({ request }: Caller): {
    read: (id: string, options?: CallOptions) => Promise<{
        confirmation_id: string;
        status: "approved" | "expired" | "pending" | "rejected";
        mode: "channel" | "inline";
        tool_name: string;
        arguments: Record<string, unknown>;
        created_at: string;
        decided_at: string | null;
        approver_user_id: string | null;
    }>;
    /** Lets the tool be called; 409 where somebody decided before. */
    approve: (id: string, options?: CallOptions) => Promise<{
        confirmation_id: string;
        status: "approved" | "expired" | "pending" | "rejected";
        decided_at: string | null;
    }>;
    /** Keeps the tool from being called; the agent is told the reason. */
    reject: (id: string, reason?: string, options?: CallOptions) => Promise<{
        confirmation_id: string;
        status: "approved" | "expired" | "pending" | "rejected";
        decided_at: string | null;
    }>;
};
