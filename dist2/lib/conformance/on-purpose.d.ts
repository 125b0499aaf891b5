/** The id of a wrong server on which a check fails for sure, if there is one. */
export declare const mutantAgainst: (check: string) => string | undefined;
/** The command that serves it, to see the failure without the target that had it. */
export declare function onPurpose(check: string): string | undefined;
