import type { Check } from '../check.ts';
/** The fields of key records (2.1), on every record that the list and a PATCH show. */
export declare const keyRecordChecks: readonly Check[];
