import type { CallOptions, Caller } from '../caller.ts';
import { type RunEvent } from './run-event.ts';
/**
 * Starts a run of a workflow and tells what happens to its end. It can't be resumed: where the
 * stream breaks, it throws a `StreamInterruptedError`, and the run is read by its id.
 */
export declare function followRun(caller: Caller, path: string, body: object, { signal }?: CallOptions): AsyncGenerator<RunEvent, void, undefined>;
