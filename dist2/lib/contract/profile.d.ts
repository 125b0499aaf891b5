import { type Profile } from './picks.ts';
/** A profile that cannot be played: what is wrong, where in the document, and what would be right. */
export declare class ProfileError extends Error {
    readonly name = "ProfileError";
    readonly path: readonly string[];
    /** Whether the last part of the path is wrong itself, or what stands there. */
    readonly part: 'key' | 'value';
    constructor(path: readonly string[], message: string, part?: 'key' | 'value');
}
/** A profile as the plain data that `readProfile` reads. */
export declare function toProfileDocument({ name, picks, at }: Profile): unknown;
/**
 * Reads a profile from plain data: `{ name?, picks: { <choice>: <option> } }`. A pick is an option,
 * `{ <option>: <value> }`, or `{ default?, at: { 'GET /api/agents': <pick> } }`.
 * Throws `ProfileError` for an unknown choice, option or operation, and for a contradiction.
 */
export declare function readProfile(document: unknown, fallbackName?: string): Profile;
