import { type CoverageReport } from '../journal/coverage.ts';
import { type StockOptions } from './stock.ts';
import { type ClockControl, type WorldControl } from './world-control.ts';
import type { Worlds } from '../state/worlds.ts';
import { type WorldOutline, type WorldWish } from './worlds.ts';
/** The worlds of a fake together. */
export type WorldsControl = {
    /** Makes a world as it is wished for. Rejects with a `ControlError`. */
    create(wish?: WorldWish): Promise<WorldControl>;
    /** All worlds, the one that was used last at the end. */
    list(): WorldOutline[];
    /** What the calls of all worlds exercised, also of those that are gone. */
    coverage(): CoverageReport;
};
/** The worlds of a fake, and what further ones can be ordered with. */
export type Supplies = {
    readonly worlds: Worlds;
    readonly stocked: StockOptions;
};
/** What a fake offers its maker to steer its worlds. */
export type WorldsDesk = {
    /** What steers the world of this name, as the control API does; it survives a reset. */
    control(name?: string): WorldControl;
    /** The time of the default world. */
    readonly clock: ClockControl;
    readonly worlds: WorldsControl;
};
/** The desk of a fake, made of what its core supplies. */
export declare function deskOf({ worlds, stocked }: Supplies): WorldsDesk;
