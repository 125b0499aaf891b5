import type { Check } from '../check.ts';
/** What a resume is refused for (4.2, 7). */
export declare const refusalChecks: readonly Check[];
