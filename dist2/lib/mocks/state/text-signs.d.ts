import type { Store } from './store.ts';
/** Which groups of three characters a text has, as bits that several groups share. */
export type Sign = Int32Array;
/** The sign of a text, whatever its case. One that holds another has all bits of the other's sign. */
export declare function signOf(text: string): Sign;
/**
 * What the texts of conversations may hold, up to 32 bytes for each: a search among many reads those
 * alone whose sign allows a find. Made by the first search, record by record.
 */
export declare class TextSigns {
    #private;
    /** Whether the texts of a record may hold one of this sign. */
    allow(sign: Sign, place: number, texts: () => readonly string[]): boolean;
    /** Forgets what a change makes wrong. What was deleted may stay: a sign allows more than is there. */
    note(table: string, key: string, value: unknown, { conversations }: Store): void;
}
