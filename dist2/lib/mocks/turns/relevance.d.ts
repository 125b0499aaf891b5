/** A word that a query is about, and how much it says. */
export type Subject = {
    readonly word: string;
    readonly weight: number;
};
/** What a query is about: names and codes say most, words that only make a sentence nothing. */
export declare function subjectsOf(query: string, language?: string): Subject[];
/** How much of what a query is about stands in a text: from 0 to 1. */
export declare function coverage(subjects: readonly Subject[], text: string): number;
