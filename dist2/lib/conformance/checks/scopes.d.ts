import type { Check } from '../check.ts';
/** What a scoped key may and may not do (5.R6, 5.R8). */
export declare const scopeChecks: readonly Check[];
