import type { StoredAgent } from '../../contract/records/agent.ts';
import type { StoredUser } from '../../contract/records/user.ts';
import type { Scenario } from '../../contract/scenario.ts';
/** Puts values in the places of a text; those given besides go before. */
export type Fill = (text: string, besides?: Readonly<Record<string, string>>) => string;
/** A turn as those after it may speak of it. */
export type SaidTurn = {
    readonly query: string;
    readonly answer: string;
};
/** What the places of a script are filled from. */
export type Occasion = {
    readonly query: string;
    readonly user: Pick<StoredUser, 'display_name' | 'email'>;
    readonly agent: Pick<StoredAgent, 'name' | 'description'> | undefined;
    /** The turns before this one in its conversation. */
    readonly past: readonly SaidTurn[];
    /** The named groups of the query, and of the turns before it in the dialogue. */
    readonly groups: Readonly<Record<string, string>>;
    /** The moment that it happens at: ISO 8601, UTC. */
    readonly now: string;
    readonly values: Scenario['values'];
    /** A fraction from 0 up to 1. */
    readonly draw: () => number;
};
/** Fills in texts, all places at once: what a value says is not a place. An unknown one stays. */
export declare function filling(occasion: Occasion): Fill;
/** Fills in every text of a value, however deep it lies; one without places is not copied. */
export declare function filled<Value>(value: Value, fill: (text: string) => string): Value;
