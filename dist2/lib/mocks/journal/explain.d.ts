import { type Refusal } from './refusal.ts';
/** Why a call was refused: a sentence with the cause where it is known, for developers only. */
export declare function explain(refusal: Refusal): string;
export type Explain = typeof explain;
