import type { Phrases } from './phrases.ts';
/** The phrases of each language that has some. */
export declare const phrases: Readonly<Record<string, Phrases>>;
/** The phrases of a language; English for one without. */
export declare const phrasesOf: (language: string | undefined) => Phrases;
