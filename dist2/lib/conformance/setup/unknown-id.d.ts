/**
 * An id that nothing has, in the form of one that was seen: a foreign form could be refused as
 * malformed before it is looked up.
 */
export declare function unknownId(seen: string): string;
/** A valid UUID of version 4 that nothing has, for when no id was seen. */
export declare const unknownUuid = "0f0e0d0c-0b0a-4908-8706-0504030201ff";
