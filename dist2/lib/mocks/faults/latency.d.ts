import type { FaultEffect } from '../../contract/fault.ts';
/** How long a call is held up, in milliseconds of the world; `chance` gives numbers from 0 up to 1. */
export declare function latencyOf(latency: FaultEffect['latency'], chance: () => number): number;
