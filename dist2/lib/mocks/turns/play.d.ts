import type { Clock } from '../state/clock.ts';
/** An event and when it comes: script milliseconds from the start. */
export type Timed<Event> = {
    readonly at: number;
    readonly event: Event;
};
/** An event that brings a part of a text, and how long after the one before it comes. */
export type Said<Event> = {
    readonly event: Event;
    readonly wait: number;
};
/** What is said part by part from a time on. */
export type Passage<Event> = {
    readonly at: number;
    readonly said: readonly Said<Event>[];
};
/** Script time as the world's time: where it began, less what it was held up, and how fast it is told. */
export type Tempo = {
    startedAt: number;
    speed: number;
};
/** Holds a play up until `goOn` is called; the returned function gives up waiting. */
export type Hold<Answer> = (goOn: (answer: Answer) => void) => () => void;
/** Beats as they are being sent. */
export type Playing = {
    /** When the next beat falls due, in milliseconds since 1970; `undefined` while none waits for its time. */
    readonly due: number | undefined;
    /** Tells the rest at another speed. */
    retime(speed: number): void;
    /** Stops where it stands. */
    stop(): void;
};
/** When a script time falls due, in milliseconds since 1970. */
export declare const dueAt: ({ startedAt, speed }: Tempo, at: number) => number;
/**
 * Sends each beat at its time, late ones at once, by the world's clock. Where `send` gives a hold,
 * script time stands still until it goes on, and the beats are told what came of it.
 */
export declare function play<Event, Answer = never>(beats: Told<Event, Answer>, tempo: Tempo, clock: Clock, send: (event: Event, moment: string) => Hold<Answer> | void): Playing;
type Told<Event, Answer> = Iterator<Timed<Event> | Passage<Event>, unknown, Answer | undefined>;
export {};
