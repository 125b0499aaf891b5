import type { TurnEvent } from '../events/turn-event.ts';
/** How far a turn was read, over all of its streams: it lets every event through once. */
export type Progress = {
    /** What a resume is to ask for: the last cursor, or where the reading began. */
    readonly cursor: number;
    /** Whether nothing told where the reading stands: a resume has to begin anew. */
    readonly isBlind: boolean;
    /** Whether the event `done` was seen. */
    readonly isDone: boolean;
    /** Whether the answer was seen to its end. */
    readonly isAnswered: boolean;
    /** Says that the next events come from a replay. */
    beginReplay(): void;
    /** Whether an event is new. Throws a `ReplayDiffers` where a replay is of something else. */
    take(event: TurnEvent): boolean;
};
/** A replay is not of what was seen before. */
export declare class ReplayDiffers extends Error {
    readonly name = "ReplayDiffers";
}
export declare function createProgress(from?: number): Progress;
/** Whether two events are the same, wherever their cursors stand. */
export declare const isSameEvent: (a: TurnEvent, b: TurnEvent) => boolean;
