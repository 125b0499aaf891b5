import type { Turn } from './turn.ts';
/** The turns of a world that still run, oldest first. */
export declare class RunningTurns {
    #private;
    get size(): number;
    add(turn: Turn): void;
    remove(turn: Turn): void;
    /** The one of a conversation that began last. */
    newestOf(conversationId: string): Turn | undefined;
    [Symbol.iterator](): IterableIterator<Turn>;
}
