import type { Check } from '../check.ts';
import { type Recovery } from '../stream/interruption.ts';
/** What a resume gives of a turn whose reader left (4.2). */
export declare const interruptionChecks: readonly Check[];
type Midway = Pick<Recovery, 'earlier' | 'midway' | 'full'>;
/**
 * What a resume in mid-turn gave: what is stored, all to the end, or only turns before. Undefined
 * where the whole turn came at once: it may have been over before it was asked for.
 */
export declare function midTurn({ earlier, midway, full }: Midway): string | undefined;
export {};
