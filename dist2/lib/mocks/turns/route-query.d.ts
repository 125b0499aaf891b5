import type { StoredAgent } from '../../contract/records/agent.ts';
import type { World } from '../state/world.ts';
/** What the fast model of `/api/auto` decided, and why. */
export type Route = {
    readonly mode: 'react' | 'dag';
    readonly reasoning: string;
};
/** Decides by the agent's own mode, else by the words of the fixture. */
export declare function routeQuery(world: World, query: string, agent: StoredAgent | undefined): Route;
