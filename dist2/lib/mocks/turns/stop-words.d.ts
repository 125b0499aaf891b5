/** Words by language that say what language it is, and nothing about what is asked. */
export declare const stopWords: Readonly<Record<string, ReadonlySet<string>>>;
