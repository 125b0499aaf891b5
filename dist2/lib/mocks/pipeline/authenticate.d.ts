import type { Visit } from './visit.ts';
/** Finds out who calls, from the header or, where it counts, the body field `token` (5). */
export declare function authenticate(visit: Visit): void;
/** The credential that counts, of those that a call carries. */
export declare function credentialOf(visit: Visit): string | undefined;
