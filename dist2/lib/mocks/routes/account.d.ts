import type { OwnUsage } from '../../contract/records/portal.ts';
import type { Visit } from '../pipeline/visit.ts';
export declare const accountRoutes: {
    'auth.profile': (visit: Visit) => {
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
    };
    'auth.change-password': (visit: Visit) => {
        changed: boolean;
    };
    'me.usage': ({ world, caller: { user } }: Visit) => OwnUsage;
    'me.sessions': (visit: Visit) => import("../page.ts").Page;
    'me.revoke-sessions': (visit: Visit) => {
        revoked: number;
    };
    'me.notifications.read': ({ caller }: Visit) => {
        by_email: boolean;
        in_app: boolean;
        turn_done: boolean;
        approval_requested: boolean;
        workflow_failed: boolean;
        quota_nearly_used: boolean;
    };
    'me.notifications.update': (visit: Visit) => {
        by_email: boolean;
        in_app: boolean;
        turn_done: boolean;
        approval_requested: boolean;
        workflow_failed: boolean;
        quota_nearly_used: boolean;
    };
    'chat.ticket': ({ world, caller }: Visit) => {
        ticket: string;
    };
};
