import type { Phrases } from './phrases.ts';
export declare const french: Phrases;
export declare const spanish: Phrases;
export declare const italian: Phrases;
export declare const portuguese: Phrases;
