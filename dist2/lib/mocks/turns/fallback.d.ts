import type { StoredAgent } from '../../contract/records/agent.ts';
import type { StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts';
import type { World } from '../state/world.ts';
import type { Script } from './tell-script.ts';
type Question = {
    readonly mode: 'react' | 'dag';
    readonly query: string;
    readonly agent: StoredAgent | undefined;
};
/** A script for any query, in its language: from documents where they know, else it asks back. */
export declare function fallbackScript(world: World, question: Question, bases: readonly StoredKnowledgeBase[]): Script;
export {};
