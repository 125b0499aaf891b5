import { type Store } from './store.ts';
import type { Tables } from './tables.ts';
/** The tokens of turns by user and calendar month (UTC); what is deleted afterwards still counts. */
export declare class TokenCounts {
    #private;
    constructor(store: Store, tables: Tables);
    /** What the turns of a user took in the month of a moment (ISO 8601). */
    of(user: string, moment: string): number;
    /** Counts a turn; to be called before its answer is stored. */
    add(user: string, moment: string, tokens: number): void;
}
