import type { StoredSession } from '../../contract/records/session.ts';
import type { Claims } from './jwt.ts';
import type { Tables } from './tables.ts';
/** Which refresh tokens are still good, by what a deployment lets them do. */
export type Rotation = 'single-session' | 'once' | 'reusable';
type RefreshToken = Pick<Claims, 'jti' | 'revocations'>;
/** The logins of a world: which can be refreshed, and which tokens were revoked. */
export declare class Sessions {
    #private;
    constructor(tables: Tables);
    /** Notes a session, new or refreshed, and the refresh token that was given out for it. */
    issued(user: string, token: string, { id, refreshed_at, expires_at }: StoredSession): void;
    /** Uses a refresh token; false where it is no longer good. */
    use(user: string, { jti, revocations }: RefreshToken, rotation: Rotation): boolean;
    /** The sessions of a user, the one that was refreshed last before all others. */
    of(user: string): readonly StoredSession[];
    /** How often everything that a user had signed in with was revoked: tokens say it, too. */
    revocations(user: string): number;
    /** Ends all sessions of a user: tokens that were issued before are no longer good. */
    revoke(user: string): void;
    /** Ends them for good: no refresh token brings one back, only another login. */
    end(user: string): void;
}
export {};
