/**
 * The words of a text, as an index and whoever asks it take them apart. Writing without spaces gives
 * each two characters that stand together, since where its words end takes a dictionary.
 */
export declare function wordsIn(text: string): string[];
