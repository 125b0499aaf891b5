import type { Check } from '../check.ts';
/** The payloads of events (6), on every turn and every replay. */
export declare const eventChecks: readonly Check[];
