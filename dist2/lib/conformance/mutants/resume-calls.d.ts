import type { Call } from './call.ts';
import type { Wrap } from './mutant.ts';
import type { WireFrame } from './wire-frame.ts';
export declare const conversationOf: ({ body }: Call) => string;
/** The cursor that a resume asks from. */
export declare const askedCursor: ({ body }: Call) => unknown;
/** Moves the cursor of a resume; `undefined` leaves it. */
export declare const movesCursor: (move: (cursor: unknown) => number | undefined) => Wrap;
export declare const isClosing: ({ event }: WireFrame) => boolean;
