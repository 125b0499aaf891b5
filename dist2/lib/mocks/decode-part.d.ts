/** A part of a path as it was meant; one that is not well encoded stays as it came. */
export declare function decodePart(text: string): string;
