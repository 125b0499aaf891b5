import type { StoredUser, User } from '../../contract/records/user.ts';
import type { Visit } from '../pipeline/visit.ts';
import type { World } from '../state/world.ts';
export declare const authRoutes: {
    'auth.login': (visit: Visit) => {
        access_token: string;
        refresh_token: string;
        token_type: "Bearer" | "bearer";
        expires_in: number;
        user: {
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
    };
    'auth.refresh': (visit: Visit) => object;
    'auth.verify': ({ caller }: Visit) => {
        valid: boolean;
        user_id: string;
        credential: string;
        expires_at: string | null;
    };
    'auth.me': ({ world, caller }: Visit) => {
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
};
/** A user as they see themselves: without what only the platform may know. */
export declare function userView({ store }: World, user: StoredUser): User;
