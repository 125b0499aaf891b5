import type { ChangeLog } from '../../state/changes.ts';
import { type Wall } from '../../state/clock.ts';
import type { Keeper, KeptWorld, WokenWorld } from '../../state/keeper.ts';
import type { WorldState } from '../../state/world-plan.ts';
import { type PageStorage } from './shelf.ts';
/** How worlds are kept in a browser. */
export type BrowserKeeperOptions = {
    /** What tells these worlds from those of other applications of the origin; `understudy` unless given. */
    readonly name?: string;
    /** Where they are kept; `localStorage` unless given. */
    readonly storage?: PageStorage;
    /** Told what somebody should know, as a sentence; the console unless given. */
    readonly notice?: (sentence: string) => void;
    /** Machine time; the system's unless given. */
    readonly wall?: Wall;
    /** Gives a text that no other page has; drawn from `crypto` unless given. */
    readonly draw?: () => string;
};
/** Keeps the worlds of a fake over reloads of a page, in `localStorage`. */
export declare class BrowserKeeper implements Keeper {
    #private;
    /** Throws `BrowserStorageError` where the page may store nothing. */
    constructor(options?: BrowserKeeperOptions);
    names(): Iterable<string>;
    whenChangedElsewhere(tell: (name: string) => void): void;
    load(name: string): WokenWorld | undefined;
    keep(name: string, world: KeptWorld, now: () => WorldState): ChangeLog;
    remove(name: string): void;
    /** Forgets all worlds, in the fake of each page, too: the next call of any begins anew. */
    clear(): void;
    /** Stops listening to other pages. To be called once the fake is closed. */
    close(): void;
}
/** Keeps the worlds of a fake over reloads, for `keeper` of `createFake`. Throws `BrowserStorageError`. */
export declare const browserKeeper: (options?: BrowserKeeperOptions) => BrowserKeeper;
