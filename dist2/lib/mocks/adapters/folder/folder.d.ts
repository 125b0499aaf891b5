import type { ChangeLog } from '../../state/changes.ts';
import type { Wall } from '../../state/clock.ts';
import type { Keeper, KeptWorld, WokenWorld } from '../../state/keeper.ts';
import type { WorldState } from '../../state/world-plan.ts';
import type { Marker } from './marker.ts';
import { type LogOptions } from './world-log.ts';
/** What a folder is opened with. */
export type Opened = LogOptions & {
    readonly path: string;
    readonly wall: Wall;
    readonly marker: Marker;
    /** Lets other processes have it. */
    readonly release: () => void;
};
/**
 * A folder that keeps worlds: for each a file of its state and of all changes since, a line each.
 * A change that was answered is with the operating system: no end of the process loses it.
 */
export declare class Folder implements Keeper {
    #private;
    readonly path: string;
    constructor(opened: Opened);
    /**
     * What keys and tokens are derived from, the same at every start: `known` the first time, where it
     * may be known to anyone, else one that is drawn.
     */
    secret(known: string | undefined, draw: () => string): string;
    /** Lets other processes have the folder. To be called once the fake is closed. */
    close(): void;
    names(): Iterable<string>;
    load(name: string): WokenWorld | undefined;
    keep(name: string, world: KeptWorld, now: () => WorldState): ChangeLog;
    remove(name: string): void;
}
