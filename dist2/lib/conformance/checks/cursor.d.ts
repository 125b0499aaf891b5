import type { Check } from '../check.ts';
import type { Lab } from '../lab.ts';
import { type Stream } from '../stream/stream.ts';
/** The cursor of events (6); `resume_done` is exempt, as it belongs to no turn. */
export declare const cursorChecks: readonly Check[];
/** The cursors of two turns of a conversation: as they were live, else as they are replayed. */
export declare function cursorsOfTwoTurns(lab: Lab): Promise<{
    first: readonly number[];
    second: readonly number[];
    exchange: import("../exchange.ts").Exchange;
}>;
export declare function carrierOf(stream: Stream): "data-and-id" | "data-or-id" | "id" | "none" | "wrapped";
export declare function stepsOf(stream: Stream): readonly number[];
