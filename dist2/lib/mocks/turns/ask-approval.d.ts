import type { StoredAgent } from '../../contract/records/agent.ts';
import type { ScriptCall } from '../../contract/script-lines.ts';
import type { Decision } from '../state/approvals.ts';
import type { Turn } from '../state/turn.ts';
import type { World } from '../state/world.ts';
import type { Hold } from './play.ts';
/** What an approval is asked for: a turn, its agent, and the seconds until nobody needs to decide. */
export type Asking = {
    readonly world: World;
    readonly turn: Turn;
    readonly agent: StoredAgent | undefined;
    readonly waitSeconds: number;
};
/** Asks for a decision on a tool call, and holds the turn up until there is one or time is up (3). */
export declare function askApproval(asking: Asking, call: ScriptCall, moment: string): Hold<Decision>;
