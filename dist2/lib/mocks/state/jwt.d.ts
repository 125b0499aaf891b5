/** What a token of ours says. Times are seconds since 1970. */
export type Claims = {
    readonly sub: string;
    readonly email: string;
    readonly type: 'access' | 'refresh' | 'ticket';
    readonly iat: number;
    readonly exp: number;
    readonly jti: string;
    /** The session it belongs to; empty where to none. */
    readonly sid: string;
    /** How often the user's tokens had been revoked when it was issued. */
    readonly revocations: number;
    /** The world that issued it. */
    readonly world: string;
};
/** Signs claims as a JWT with HS256, synchronously and without WebCrypto. */
export declare function signJwt(claims: Claims, secret: Uint8Array): string;
/** The claims of a token that was signed with this secret, else `undefined`. Expiry is not judged. */
export declare function verifyJwt(token: string, secret: Uint8Array): Claims | undefined;
/** The claims of a token without any check: good for finding its world, for nothing else. */
export declare function peekJwt(token: string): Claims | undefined;
