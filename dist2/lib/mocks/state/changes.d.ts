import type { Wall } from './clock.ts';
/**
 * One change of a world's state: the table, the key in it, and the value that stands there now;
 * `null` where it is gone. With `push`, the value was added to the list that stands there.
 */
export type Change = readonly [table: string, key: string, value: unknown, how?: 'push'];
/** Told of a change as it happens; `before` is what this world had put there itself. */
export type Note = (table: string, key: string, value: unknown, before: unknown, how?: 'push') => void;
/** Where changes are written so that a crash loses none of them. */
export type ChangeLog = {
    /** Writes changes that belong together; once it returns, a crash loses none. What fails throws. */
    write(changes: readonly Change[]): void;
};
/** What changes in one world: who made each change, how heavy all of it is, and what is still to be written. */
export declare class Changes {
    #private;
    /** The number of the call that is being answered; `undefined` while time alone acts. */
    cause: number | undefined;
    constructor(onWeight?: (delta: number) => void);
    /** Notes a change, of which there are some with every event of every stream. */
    readonly note: Note;
    /** Notes a counter that may be lost: it is written each second at most. */
    readonly noteCounter: Note;
    /** The number of the call that changed this last, if a call did. */
    authorOf(table: string, key: string): number | undefined;
    /** Writes each commit to a log from now on; `onLost` is told once when that fails. */
    keepIn(log: ChangeLog, wall: Wall, onLost: () => void): void;
    /** Hands all changes since the last time to the log; that this fails shows at the next commit. */
    flush(): void;
    /** Flushes; throws where this failed now or before: then nothing may be promised. */
    commit(): void;
    /** Writes what is still to be written; whatever changes from now on is lost. */
    close(): void;
}
