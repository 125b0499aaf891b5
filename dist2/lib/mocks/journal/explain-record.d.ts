import type { Refusal } from './refusal.ts';
/** What became of the record that a call led to; `undefined` where that can't be told. */
export declare function explainMissingRecord({ world, visit, body }: Refusal): string | undefined;
/** Whose the record is that a caller may see and not change. */
export declare function explainNotPermitted({ world, visit, error }: Refusal): string | undefined;
