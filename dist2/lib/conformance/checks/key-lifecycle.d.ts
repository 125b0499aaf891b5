import type { Check } from '../check.ts';
/** What becomes of a key after its creation (3, 4.1, 5.R7). */
export declare const keyLifecycleChecks: readonly Check[];
