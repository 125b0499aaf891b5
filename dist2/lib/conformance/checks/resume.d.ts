import type { Check } from '../check.ts';
/** Resume (4.2, 6, 7): what is refused, what is replayed, and what an interrupted turn gives. */
export declare const resumeChecks: readonly Check[];
