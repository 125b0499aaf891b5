/** Settles when the next request may go. */
export type Pace = () => Promise<void>;
/** Lets at most so many requests a second go, evenly; without a rate they go at once. */
export declare function createPace(rate: number | undefined, now: () => number, sleep: (ms: number) => Promise<void>): Pace;
