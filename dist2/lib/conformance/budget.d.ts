import type { Ask, Exchange } from './exchange.ts';
/** What a run has cost. */
export type Spent = {
    /** All requests, also repeated ones and those of the clean-up. */
    readonly requests: number;
    /** Turns of the agent that were started, on purpose or not. */
    readonly turns: number;
    /** True once something was left out because no more turns were allowed. */
    readonly overBudget: boolean;
};
export type Budget = {
    readonly spent: Spent;
    /**
     * Sends a request and counts what it costs. Rejects with `OverBudget`, without sending it, where it
     * would start a turn too many.
     */
    spend(ask: Ask, isGuarded: boolean, send: () => Promise<Exchange>): Promise<Exchange>;
};
/** Counts requests and turns, and allows no more than so many turns. */
export declare function createBudget(maxTurns?: number): Budget;
