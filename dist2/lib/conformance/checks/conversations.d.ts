import type { Check } from '../check.ts';
/** Conversations (2.5, 4.3). */
export declare const conversationChecks: readonly Check[];
