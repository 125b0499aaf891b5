import type { Exchange } from '../exchange.ts';
import type { Lab } from '../lab.ts';
import type { Frame } from './frame.ts';
import { type Turn } from './turns.ts';
type Interrupted = Turn & {
    /** What a full replay of the conversation gave before the turn. */
    readonly earlier: readonly Frame[];
};
/**
 * A turn whose reader leaves after a few events, its credential in the header alone. It runs in the
 * conversation of the dag turn, so that an earlier turn is there to be mistaken for it.
 */
export declare const interruptedTurn: (lab: Lab) => Promise<Interrupted>;
export type Recovery = {
    readonly earlier: readonly Frame[];
    /** The highest cursor that was read before the cut; -1 where events carry none. */
    readonly last: number;
    /** A full replay asked for right after the cut. */
    readonly midway: Exchange;
    /** What a resume after `last` gave, once it led through the end of the turn. */
    readonly later: Exchange;
    /** Milliseconds until it did. */
    readonly delay: number;
    readonly complete: boolean;
    /** The full replay of the finished turn. */
    readonly full: Exchange;
};
/** The interrupted turn, resumed until its end shows or there is no more hope for it. */
export declare const recovery: (lab: Lab) => Promise<Recovery>;
export {};
