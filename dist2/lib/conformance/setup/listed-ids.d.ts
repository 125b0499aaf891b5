import type { Lab } from '../lab.ts';
/** The id of an agent that the user sees, or undefined where there is none. */
export declare const agentId: (lab: Lab) => Promise<string | undefined>;
/** The id of a knowledge base that the user sees, or undefined where there is none. */
export declare const knowledgeBaseId: (lab: Lab) => Promise<string | undefined>;
