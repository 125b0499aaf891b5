import type { Check } from '../check.ts';
/** The wire format of streams (6, 1.G1), on every turn and every replay. */
export declare const sseChecks: readonly Check[];
