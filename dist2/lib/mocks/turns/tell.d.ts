import { type Beats, type Telling } from './beats.ts';
import { type Script } from './tell-script.ts';
/** What ends a turn besides `done`: known before it begins. */
export type Ending = {
    readonly suggestions: readonly string[] | undefined;
    readonly title: string | undefined;
    readonly titleFirst: boolean;
    /** Whether an event says that what comes after `done` takes a moment. */
    readonly postProcessing?: boolean;
};
/** Tells a script as beats in the order of their time, from the first event to `end`. */
export declare function tell(script: Script, telling: Telling, query: string, ending: Ending): Beats;
