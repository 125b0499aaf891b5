/** The characters of a text as a reader sees them: no emoji, accent or pair of surrogates is torn. */
export declare function graphemes(text: string, canSegment?: boolean): string[];
/** Words of a text that may have no spaces, with what stands between them at their ends. */
export declare function wordsWithoutSpaces(text: string, canSegment?: boolean): string[];
