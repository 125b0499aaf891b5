import type { Scenario } from '../../contract/scenario.ts';
import type { Memory } from './past.ts';
/** Whether a query is what one part of a match wants, in letters of either case; no part takes any. */
export declare function queryFits(query: string, script: Pick<Scenario, 'match'>): boolean;
/**
 * What named groups hold for a script: those of its own queries, and where it follows the script of
 * the turn before those of that one. A group that took no part is empty.
 */
export declare function groupsOf(script: Pick<Scenario, 'match'>, query: string, before: Memory | undefined): Record<string, string>;
