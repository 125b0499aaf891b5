import type { StoredAgent } from '../../contract/records/agent.ts';
import type { Conversation } from '../../contract/records/conversation.ts';
import type { Scenario } from '../../contract/scenario.ts';
import type { Visit } from '../pipeline/visit.ts';
import type { Question } from './choose-script.ts';
import type { Memory, PastTurn } from './past.ts';
import { type Fill } from './places.ts';
import type { Script } from './tell-script.ts';
type Asked = {
    readonly mode: 'react' | 'dag';
    readonly query: string;
    readonly agent: StoredAgent | undefined;
    readonly past: readonly PastTurn[];
};
/** What a call asks, for the choice of a script. */
export declare function questionOf({ world, caller }: Visit, { past, ...asked }: Asked): Question & Asked;
/** A script that is about to be told, as far as the filling of its places goes. */
type Told = {
    /** What was made for the query has no places. */
    readonly script: Script | Scenario;
    readonly agent: StoredAgent | undefined;
    readonly past: readonly PastTurn[];
    readonly conversation: Conversation | undefined;
};
/** How the places of a script are filled, and what is to be remembered of its turn. */
export declare function fillingOf(visit: Visit, { script, agent, past, conversation }: Told): {
    readonly fill: Fill;
    readonly memory: Omit<Memory, 'question'> | undefined;
};
export {};
