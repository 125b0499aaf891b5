/** Machine time and timers, passed in so that a test can own them. Milliseconds. */
export type Wall = {
    now(): number;
    /** Runs once after `ms`; the returned function calls it off. */
    after(ms: number, run: () => void): () => void;
};
/** The machine's own clock and timers. */
export declare const systemWall: Wall;
/** A world's time: what token expiry, timestamps and the beats of streams follow. */
export type Clock = {
    /** Milliseconds since 1970. */
    now(): number;
    /** The moment in canonical form: ISO 8601, UTC, milliseconds. */
    iso(): string;
    /** Runs when the world's time reaches `due`; the returned function calls it off. */
    at(due: number, run: () => void): () => void;
    /** Stops time, at `moment` if given; what falls due until then happens. */
    freeze(moment?: number): void;
    /** Lets time go on, `scale` seconds of the world to one of the machine. */
    resume(scale?: number): void;
    /** Moves time by `ms`; whatever falls due on the way runs at its own moment, in order. */
    advance(ms: number): void;
    /** Moves time to the next moment at which something falls due; false where nothing does. */
    step(): boolean;
    /** Settles once `ms` of the world have passed, or the clock was stopped. */
    wait(ms: number, signal?: AbortSignal): Promise<void>;
    /** How time goes at this moment. */
    readonly time: Time;
    /** Calls off everything that is due; whoever waits goes on. */
    stop(): void;
};
/** How a world's time goes: from a moment of the machine and of the world, at a scale or frozen. */
export type Time = {
    readonly wall: number;
    readonly world: number;
    readonly scale: number;
    readonly frozen: boolean;
};
/** What a clock is made with, besides machine time. */
export type ClockOptions = {
    /** Told of what tasks throw. */
    readonly onCrash?: ((error: unknown) => void) | undefined;
    /** How time goes at first; as that of the machine unless given. */
    readonly time?: Time | undefined;
    /** Told how time goes whenever that changes by more than its passing. */
    readonly onChange?: ((time: Time) => void) | undefined;
    /** Called when tasks have run. */
    readonly afterTasks?: (() => void) | undefined;
};
/** A clock over machine time: one timer serves the earliest of all tasks; what they throw is told. */
export declare function createClock(wall: Wall, options?: ClockOptions): Clock;
