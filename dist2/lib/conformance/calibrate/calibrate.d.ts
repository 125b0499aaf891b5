import { type ChoiceId } from '../../contract/choices.ts';
import { type RunOptions, type Told } from '../runner.ts';
import { type Aids } from './aids.ts';
import type { Calibration } from './calibration.ts';
/** What the observation may cost, how the target is reached, and how time passes, as for a run. */
export type CalibrateOptions = Omit<RunOptions, 'checks' | 'only' | Told> & {
    /** The choices to observe, with those that they hang on; all of the table by default. */
    readonly only?: readonly ChoiceId[];
    /** What some choices take to be seen; without it they are unknown, with the flag as the reason. */
    readonly aids?: Aids;
};
/**
 * Observes each choice of the table on a target and removes what that made. Never throws for what
 * the target does: what it does not show is listed as masked or unknown, with what hides it.
 */
export declare function calibrate(options: CalibrateOptions): Promise<Calibration>;
