/** The language of a text as two letters, as `de`; `undefined` where it can't be told. */
export declare function languageOf(text: string): string | undefined;
