import type { Phrases } from './phrases.ts';
export declare const polish: Phrases;
export declare const russian: Phrases;
