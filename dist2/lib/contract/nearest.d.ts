/** The allowed word that a mistyped one most likely meant, if any is near enough. */
export declare function nearest(word: string, allowed: readonly string[]): string | undefined;
