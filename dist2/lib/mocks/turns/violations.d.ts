import type { TurnEvent } from '../../contract/events.ts';
import type { Violations } from '../../contract/scenario.ts';
/** How often an event comes: once, unless a script breaks that on purpose. */
export declare function timesOf({ event }: TurnEvent, { end, done }?: Violations): number;
/** Cursors as a script breaks them on purpose: each comes twice, or each second one falls. */
export declare function brokenCursors(next: () => number, { cursor: how }?: Violations): () => number;
