import type { Phrases } from './phrases.ts';
export declare const japanese: Phrases;
export declare const chinese: Phrases;
export declare const korean: Phrases;
export declare const arabic: Phrases;
export declare const hebrew: Phrases;
