/** What of one list differs from another, as a sentence; `undefined` where they are the same. */
export declare function differenceOf(expected: readonly unknown[], came: readonly unknown[]): string | undefined;
