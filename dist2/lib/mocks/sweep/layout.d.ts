/** A line of a stream, in bytes from its beginning. */
export type Line = {
    /** What stands before its colon. */
    readonly field: string;
    readonly start: number;
    /** Where its value begins, behind the colon and the space. */
    readonly value: number;
    /** Behind its last character. */
    readonly end: number;
    /** Behind its line end. */
    readonly next: number;
};
/** Where an event stands in the bytes of a stream. */
export type Span = {
    readonly name: string;
    /** Without the blank line. */
    readonly lines: readonly Line[];
    readonly start: number;
    /** Behind the blank line. */
    readonly next: number;
};
/** The events of a stream that was read to its end, comments and fields without an event left out. */
export declare function layoutOf(bytes: Uint8Array): Span[];
