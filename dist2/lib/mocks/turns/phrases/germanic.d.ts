import type { Phrases } from './phrases.ts';
export declare const english: Phrases;
export declare const german: Phrases;
export declare const dutch: Phrases;
export declare const swedish: Phrases;
