import type { Check } from '../check.ts';
/** The order of the events of a turn (6.O1, 6.O3). */
export declare const orderChecks: readonly Check[];
