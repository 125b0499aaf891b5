/** Whether a text is the expected one; takes as long wherever the two differ. */
export declare function sameText(text: string, expected: string): boolean;
