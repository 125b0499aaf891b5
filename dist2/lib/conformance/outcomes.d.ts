import type { Exchange } from './exchange.ts';
/** A promise that the target broke. The level of the check decides if it fails, warns or is noted. */
export declare class Finding extends Error {
    readonly name = "Finding";
    readonly expected: string;
    readonly got: string;
    readonly exchange: Exchange | undefined;
    constructor(expected: string, got: string, exchange?: Exchange);
}
/** Several instances of one rule that broke it, all of them reported. */
export declare class Findings extends Error {
    readonly name = "Findings";
    readonly all: readonly Finding[];
    constructor(all: readonly Finding[]);
}
/** The check ran but its answer proves nothing, mostly because its positive control failed. */
export declare class Inconclusive extends Error {
    readonly name = "Inconclusive";
}
/** The check does not apply to this target. */
export declare class Skipped extends Error {
    readonly name: string;
}
/** It would have started a turn more than the run may. */
export declare class OverBudget extends Skipped {
    readonly name = "OverBudget";
}
/** Something outside the judged rule was in the way: a limit, maintenance, a second factor. */
export declare class Blocked extends Error {
    readonly name: string;
}
/** The target was too busy, or a gateway answered in its place: named by operation and status. */
export declare class Obstructed extends Blocked {
    readonly name = "Obstructed";
}
/** No answer came at all: refused, unresolved, or out of time. */
export declare class Unreachable extends Blocked {
    readonly name = "Unreachable";
}
/** The run was told to stop before this request. */
export declare class Stopped extends Blocked {
    readonly name = "Stopped";
}
/** A shared set-up failed; `cause` is what it threw. */
export declare class SetUpFailed extends Blocked {
    readonly name = "SetUpFailed";
}
