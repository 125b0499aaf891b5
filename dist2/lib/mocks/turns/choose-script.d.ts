import type { StoredAgent } from '../../contract/records/agent.ts';
import type { StoredUser } from '../../contract/records/user.ts';
import type { Scenario, ScenarioMatch } from '../../contract/scenario.ts';
/** What a turn asks, for the choice of a script. */
export type Question = {
    readonly mode: 'react' | 'dag';
    readonly query: string;
    readonly agent?: Pick<StoredAgent, 'name'> | undefined;
    readonly user?: Pick<StoredUser, 'email' | 'display_name'> | undefined;
    /** The number of the turn in its conversation; the first unless given. */
    readonly turn?: number;
    /** The script that the turn before played. */
    readonly after?: string | undefined;
    /** How many records of a kind the world holds, of those with these fields; none unless given. */
    readonly count?: (kind: string, where: Readonly<Record<string, unknown>>) => number;
};
/** What became of one script when a turn was to play one. */
export type Explanation = {
    readonly name: string;
    readonly fits: boolean;
    /** Of those that fit, the one that plays. */
    readonly chosen: boolean;
    /** Whether a query of it fits; `undefined` where it takes any. */
    readonly queryFits: boolean | undefined;
    /** The part of its match that does not fit: the query, where that is one of them. */
    readonly misfit?: keyof ScenarioMatch;
    /** Half a sentence, such as `plays on dag, not on react`. */
    readonly why: string;
};
/** The script that plays a turn: of those that fit the one with most conditions, then the first. */
export declare const chooseScript: (scripts: readonly Scenario[], question: Question) => Scenario | undefined;
/** Says of each script whether it fits a turn, and why it plays or not, in the order of the list. */
export declare function explainChoice(scripts: readonly Scenario[], question: Question): Explanation[];
