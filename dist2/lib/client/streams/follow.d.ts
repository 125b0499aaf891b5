import type { Frame } from '../events/frame.ts';
import type { TurnEvent } from '../events/turn-event.ts';
import type { Wall } from '../wall.ts';
import { type Progress } from './progress.ts';
/** What may go with a turn. */
export type TurnOptions = {
    /** Leaves the turn; the loop over it throws the signal's reason, whatever it waits for. */
    readonly signal?: AbortSignal | undefined;
    /** Told before each attempt to resume, from 1, and of what broke the stream before. */
    readonly onReconnect?: ((attempt: number, cause: unknown) => void) | undefined;
};
/** How the streams of a turn are opened. */
export type Source = TurnOptions & {
    readonly conversationId: string | undefined;
    readonly progress: Progress;
    readonly open: (signal: AbortSignal) => Promise<Response>;
    /** Opens a replay of what comes after a cursor; `undefined` where there is none. */
    readonly resume: ((cursor: number, signal: AbortSignal) => Promise<Response>) | undefined;
    /** Takes out of a replay what is not of this turn. */
    readonly ownPart: (replay: AsyncIterable<Frame>) => AsyncIterable<Frame>;
    /** Whether a replay that came to its end says that the turn is over. */
    readonly isOver: () => boolean;
};
/** How long to wait before each attempt to resume, in milliseconds, and by which clock. */
export type Patience = {
    readonly backoff: readonly number[];
    readonly wall: Wall;
};
/**
 * Reads a turn to its end over as many streams as it takes: each event once, and `end` last. Throws
 * what the first call throws; later a `StreamInterruptedError`.
 */
export declare function follow({ conversationId, progress, open, resume, ownPart, isOver, signal, onReconnect }: Source, { backoff, wall }: Patience): AsyncGenerator<TurnEvent, void, undefined>;
