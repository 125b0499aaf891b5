import type { StoredUser } from '../../contract/records/user.ts';
import type { World } from './world.ts';
/** Signs an access token of a user that lives for this many seconds from now (2.7). */
export declare function accessToken(world: World, user: StoredUser, seconds: number, session?: string): string;
/** Signs a refresh token for a session of a user, and notes it as the newest. */
export declare function refreshToken(world: World, user: StoredUser, session: string): string;
/** Signs a ticket: it stands in for the credential in the body of a chat request, for a minute. */
export declare function chatTicket(world: World, user: StoredUser): string;
