import type { User } from '../contract/records/user.ts';
import type { Wall } from './wall.ts';
/** Who is signed in: plain data that an app may keep, and hand to its next client. */
export type Session = {
    readonly accessToken: string;
    /** What renews it; a session without one ends with its access token. */
    readonly refreshToken?: string | undefined;
    /** When the access token ends, in milliseconds since 1970 by the clock of this machine. */
    readonly expiresAt?: number | undefined;
    readonly user?: User | undefined;
};
/** Keeps the session, and renews it once for all who need that. */
export type SessionKeeper = {
    readonly current: Session | undefined;
    /** Takes another session, or none. */
    use(session: Session | undefined): void;
    /** The same, and tells `onSession`. */
    adopt(session: Session | undefined): void;
    /** The access token to send, renewed where it is about to end. */
    token(): Promise<string | undefined>;
    /** Another token than the one that was refused; `undefined` where there is no way to get one. */
    tokenAfter(refused: string): Promise<string | undefined>;
};
export type SessionKeeperOptions = {
    readonly session: Session | undefined;
    readonly onSession: ((session: Session | undefined) => void) | undefined;
    /** Exchanges a refresh token for what is new in the session. */
    readonly refresh: (refreshToken: string) => Promise<Session>;
    readonly wall: Wall;
};
export declare function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper;
