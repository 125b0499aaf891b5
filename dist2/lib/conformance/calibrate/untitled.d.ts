import type { Lab } from '../lab.ts';
/** The id of a new conversation without a title, for one turn that no other observer relies on. */
export declare function untitledConversation(lab: Lab): Promise<string>;
