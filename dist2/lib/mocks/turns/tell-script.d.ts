import type { Scenario } from '../../contract/scenario.ts';
import type { PlanLine } from '../../contract/script-lines.ts';
import { type Beats, type Telling } from './beats.ts';
import { LoopTeller } from './tell-loop.ts';
/** What a script is to the one who tells it. */
export type Script = Pick<Scenario, 'script' | 'pace' | 'usage' | 'on_inject' | 'suggestions' | 'title' | 'violate' | 'fault'>;
/** Tells the lines of a script, one after another, and takes up what is injected between them. */
export declare class ScriptTeller {
    #private;
    readonly loop: LoopTeller;
    /** Where the script stands, in its own time. */
    at: number;
    answer: string;
    /** Tokens of what calls and steps came to. */
    read: number;
    /** Whether the script itself has said that the turn is done. */
    isDone: boolean;
    round: number;
    verdict: Pick<PlanLine, 'achieved' | 'confidence'>;
    constructor(script: Script, telling: Telling);
    /** Tells the whole script; what was injected during its last line is answered, too. */
    tell(): Beats;
}
