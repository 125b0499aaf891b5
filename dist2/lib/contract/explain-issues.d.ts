import type * as z from 'zod/mini';
type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];
/** What is wrong with a document at one place, and what would be right. */
export type Explained = {
    readonly path: Path;
    /** Whether nothing stands there, its name is wrong, or what stands there. */
    readonly wrong: 'missing' | 'key' | 'value';
    readonly says: string;
};
/**
 * Says the issues of a schema in sentences; `hint` says what is right in the place of an unknown
 * key where its map does not say it, `whole` is what the document is called.
 */
export declare function explainIssues(issues: readonly Issue[], document: unknown, hint: (path: Path, key: string) => string, whole?: string): Explained[];
export {};
