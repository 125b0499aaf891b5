import type { SeenEvent } from './exchange.ts';
/**
 * Reads Server-Sent Events from text that arrives in pieces. The parser decides what an event is;
 * what it hides from its users (blocks without data, how many data lines) is counted beside it.
 */
export declare function createEventReader(now: () => number): {
    feed(text: string): void;
    readonly events: readonly SeenEvent[];
};
