import type { Refusal } from './refusal.ts';
export declare function explainMissingCredential(refusal: Refusal): string | undefined;
export declare function explainMalformed(refusal: Refusal): string | undefined;
export declare function explainUnknownKey(refusal: Refusal): string | undefined;
export declare function explainDisabledKey(refusal: Refusal): string;
/** Deployments differ in whether an expired key is answered as an expired token is. */
export declare function explainExpired(refusal: Refusal): string | undefined;
export declare function explainRevokedToken(refusal: Refusal): string;
export declare function explainRefresh(refusal: Refusal): string | undefined;
