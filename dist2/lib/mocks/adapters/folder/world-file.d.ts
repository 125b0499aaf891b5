import type { Change } from '../../state/changes.ts';
import type { WorldOrder, WorldState } from '../../state/world-plan.ts';
/** What a world is: the first line of its file. The second is its state, each further one changes. */
export type Head = {
    readonly name: string;
    /** The hash of what it began with. */
    readonly fixture: string;
    /** Whether it was ordered to begin with that, or began with what the fake had. */
    readonly chosen: boolean;
    readonly order: Omit<WorldOrder, 'fixture'>;
};
/** Where a file ends: what its next line is sealed with. */
export type End = {
    readonly sum: number;
    readonly size: number;
};
/** A world as its file has it. */
export type WorldFile = {
    readonly head: Head;
    readonly state: WorldState;
    readonly changes: readonly Change[];
    readonly end: End;
    /** Whether a line that was cut while it was written was left out. */
    readonly torn: boolean;
};
/** Writes the file of a world anew, in the place of an older one. */
export declare function writeWorldFile(path: string, head: Head, state: WorldState, sync: {
    readonly content: boolean;
    readonly place: boolean;
}): End;
/** Reads a world, and cuts off a torn last line. Throws `FolderError` where it is damaged. */
export declare function readWorldFile(path: string): WorldFile;
/** Reads what a file is. Throws `FolderError` where it is damaged, or of another release. */
export declare function readHead(path: string): Head;
