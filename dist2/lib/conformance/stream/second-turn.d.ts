import type { Lab } from '../lab.ts';
import { type Frame } from './frame.ts';
import { type Turn } from './turns.ts';
export type SecondTurn = Turn & {
    /** What a full replay of the conversation gave before the turn. */
    readonly earlier: readonly Frame[];
    /** What it gave after the turn. */
    readonly replayed: readonly Frame[];
};
/** A second turn in the conversation of the react turn; it may well call a tool. */
export declare const secondTurn: (lab: Lab) => Promise<SecondTurn>;
/** A resume replays the newest turn, so the replays of a turn are taken before the next one. */
export declare function beforeMoreTurns(lab: Lab): Promise<void>;
/** The events that are not among others: what a turn added to those before it. */
export declare function newFrames(frames: readonly Frame[], others: readonly Frame[]): readonly Frame[];
