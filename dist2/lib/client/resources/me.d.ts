import type * as z from 'zod/mini';
import type { profileBody } from '../../contract/bodies/account.ts';
import type { Caller, CallOptions } from '../caller.ts';
export type ProfileChange = z.infer<typeof profileBody>;
/** The account of whoever is signed in. */
export declare function accountOf(caller: Caller): {
    read: (options?: CallOptions) => Promise<{
        id: string;
        username: string | null;
        display_name: string | null;
        email: string;
        is_admin: boolean;
        system_instructions: string | null;
        preferred_language: string;
        oauth_provider: string | null;
        has_password: boolean;
        oauth_bindings: string[];
        onboarding_completed: boolean;
        avatar: string | null;
        privacy_accepted_at: string | null;
        timezone: string | null;
        default_agent_id: string | null;
        default_exec_mode: string | null;
        default_reasoning: string | null;
        totp_enabled: boolean;
        has_connector: boolean;
        has_agent: boolean;
        has_conversation: boolean;
    }>;
    /** What is absent stays, `null` is the default again. */
    update: (change: ProfileChange, options?: CallOptions) => Promise<{
        id: string;
        username: string | null;
        display_name: string | null;
        email: string;
        is_admin: boolean;
        system_instructions: string | null;
        preferred_language: string;
        oauth_provider: string | null;
        has_password: boolean;
        oauth_bindings: string[];
        onboarding_completed: boolean;
        avatar: string | null;
        privacy_accepted_at: string | null;
        timezone: string | null;
        default_agent_id: string | null;
        default_exec_mode: string | null;
        default_reasoning: string | null;
        totp_enabled: boolean;
        has_connector: boolean;
        has_agent: boolean;
        has_conversation: boolean;
    }>;
    /** The tokens used in this month, against the quota. */
    usage: (options?: CallOptions) => Promise<{
        month: string;
        tokens_used: number;
        token_quota: number;
        tokens_left: number | null;
        days: {
            date: string;
            turns: number;
            tokens: number;
        }[];
    }>;
    /** The logins that can still be refreshed. */
    sessions: import("../page.ts").List<{
        id: string;
        started_at: string;
        refreshed_at: string;
        expires_at: string;
        is_current: boolean;
    }, import("../page.ts").PageQuery>;
};
