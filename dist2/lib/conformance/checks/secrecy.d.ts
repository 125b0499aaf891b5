import type { Check } from '../check.ts';
/** What must appear nowhere in a run; it reads what all other checks have seen. */
export declare const secrecyChecks: readonly Check[];
