import { Table } from './tables.ts';
/**
 * A world's chance: each draw is derived from the seed, a purpose, a subject and a counter, so that
 * calls which interleave do not change each other's values.
 */
export type Random = {
    /** 32 bytes for this purpose and subject; the next draw of the same two is another. */
    bytes(purpose: string, subject: string): Uint8Array;
    /** A UUID v4. */
    uuid(purpose: string, subject?: string): string;
    /** A number from 0 up to 1. */
    fraction(purpose: string, subject: string): number;
};
/** Draws from a seed; `counters` tells how often each purpose and subject was drawn for. */
export declare function createRandom(seed: string, counters?: Table<number>): Random;
