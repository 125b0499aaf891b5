import type { ActiveCheck } from '../check.ts';
/** Changes to conversations (2.5, 4.3). */
export declare const conversationUpdateChecks: readonly ActiveCheck[];
