import type { Check } from '../check.ts';
import type { Lab } from '../lab.ts';
/** What a resume replays of a finished turn (4.2, 6.O2). */
export declare const replayChecks: readonly Check[];
export declare function takesBodyToken(lab: Lab, conversationId: string): Promise<boolean>;
