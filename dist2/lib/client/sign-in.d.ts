import type { User } from '../contract/records/user.ts';
import type { Session } from './session.ts';
import type { Transport } from './transport.ts';
import type { Wall } from './wall.ts';
/** What a login comes to: a session, or the question for a second factor. */
export type LoginOutcome = {
    readonly status: 'signed-in';
    readonly session: Session;
    readonly user: User | undefined;
} | {
    readonly status: 'second-factor';
    /** Goes with the code to `answerSecondFactor`. */
    readonly tempToken: string;
};
/** The calls that need no credential, and bring one. */
export type SignIn = {
    login(credentials: Credentials, signal?: AbortSignal): Promise<LoginOutcome>;
    verify(answer: SecondFactor, signal?: AbortSignal): Promise<LoginOutcome>;
    refresh(refreshToken: string): Promise<Session>;
};
export type Credentials = {
    readonly email: string;
    readonly password: string;
};
export type SecondFactor = {
    readonly tempToken: string;
    readonly code: string;
};
export declare function createSignIn({ send, errorOf }: Transport, wall: Wall): SignIn;
