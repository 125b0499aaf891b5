import type { Pace, ScriptCall } from '../../contract/script-lines.ts';
import type { Decision } from '../state/approvals.ts';
import { type Beats, type Telling } from './beats.ts';
/** What is decided where nobody is asked: a history tells what went well. */
export declare const approved: Decision;
/** The ReAct side of a script: thinking, and tool calls alone or side by side. */
export declare class LoopTeller {
    #private;
    constructor(telling: Telling);
    get iterations(): number;
    /** When the iteration that now runs began, in script time. */
    get iterationBegan(): number;
    /** Begins an iteration: the model thinks about what to do. */
    begin(at: number): Beats<number>;
    think(at: number, text: string, pace: Pace | undefined): Beats<number>;
    decide(at: number): Beats<number>;
    /** Calls side by side: all starts first, then the ends in the order in which they come. */
    call(at: number, calls: readonly ScriptCall[]): Beats<number>;
    /** Announces a call, and asks whether it may be made. */
    ask(at: number, call: ScriptCall): Beats<{
        at: number;
        decision: Decision;
    }>;
    /** Makes a call that was announced, if it is approved. */
    settle(at: number, call: ScriptCall, decision: Decision): Beats<number>;
}
export declare const lengthOf: (call: ScriptCall) => number;
/** What a call comes to: what it found or failed with, or that it was not approved. */
export declare function outcomeOf(telling: Telling, call: ScriptCall, decision?: Decision): {
    readonly status: 'done';
    readonly observation: string | null;
    readonly error: string | null;
    readonly iter_elapsed: number;
};
