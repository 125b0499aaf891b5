import type { Exchange } from '../exchange.ts';
import type { Lab } from '../lab.ts';
export type Session = {
    readonly exchange: Exchange;
    readonly accessToken: string;
    readonly refreshToken: string | undefined;
};
/** The session of the user. Logs in once per run. */
export declare const login: (lab: Lab) => Promise<Session>;
/** A session for the checks of refresh alone: a refresh may end the tokens that came before it. */
export declare const refreshableLogin: (lab: Lab) => Promise<Session>;
/** A credential of the user with full access: the access token, else the given API key. */
export declare function bearer(lab: Lab): Promise<string>;
/** The access token of the other user. */
export declare const otherBearer: (lab: Lab) => Promise<string>;
