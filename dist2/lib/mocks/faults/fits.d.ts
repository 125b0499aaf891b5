import { type CalledOperation } from '../../contract/endpoint-pattern.ts';
import type { NamedFault } from '../state/faults.ts';
/** A call, as faults look at it. */
export type Occasion = CalledOperation & {
    /** Milliseconds since 1970 by the clock of the world. */
    readonly now: number;
    /** Whether a name means the caller. */
    readonly isCaller: (name: string) => boolean;
};
/** Whether a fault is meant for a call; one that damages streams alone leaves other answers alone. */
export declare function fits(fault: NamedFault, occasion: Occasion): boolean;
