import type { Exchange } from '../exchange.ts';
import type { Lab } from '../lab.ts';
/**
 * What a resume gives while another connection still reads the turn: it shows what a resume gives
 * in mid-turn where a turn ends with its reader. Runs in the conversation of the dag turn, so that
 * an earlier turn is there to be mistaken for it.
 */
export declare function besideReader(lab: Lab): Promise<{
    earlier: readonly import("../stream/frame.ts").Frame[];
    midway: Exchange;
    full: Exchange;
}>;
