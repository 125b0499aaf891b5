import type { Check } from '../check.ts';
/** Chat requests (2.6, 4.2), and the credential in the places that react and dag take it from. */
export declare const chatChecks: readonly Check[];
