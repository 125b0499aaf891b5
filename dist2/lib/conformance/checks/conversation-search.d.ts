import type { ActiveCheck } from '../check.ts';
import type { Lab } from '../lab.ts';
/**
 * The name of the parameter that takes 1 to 200 characters. Unknown parameters are ignored, so the
 * one that refuses 201 characters is the name; one that refuses every text has values of its own.
 */
export declare const searchParameter: (lab: Lab) => Promise<string | undefined>;
/** The further parameter of the conversation list (4.3, 8), whose name is not shown. */
export declare const conversationSearchChecks: readonly ActiveCheck[];
