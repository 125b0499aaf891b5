import type { Choose } from './choose.ts';
/** What differs about what web clients ask besides. */
export declare const compilePortal: (choose: Choose) => {
    version: string;
    /** Whether revoking sessions ends refresh tokens, too. */
    revokesRefreshTokens: boolean;
    /** Whether a knowledge base answers to nobody but its owner. */
    ownersRetrieve: boolean;
};
