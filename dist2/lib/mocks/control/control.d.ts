import type { Call, Reply } from '../call.ts';
import { type Worlds } from '../state/worlds.ts';
import { type Access } from './access.ts';
import { type ControlRoutes } from './control-visit.ts';
import { type StockOptions } from './stock.ts';
export type ControlOptions = {
    readonly worlds: Worlds;
    /** What further worlds can be ordered with. */
    readonly stocked: StockOptions;
    /** Who may call. */
    readonly access: Access;
    /** Further operations of whoever mounts the fake. */
    readonly further: ControlRoutes | undefined;
    /** Told of what no route should throw. */
    readonly onCrash: (error: unknown, call: Call, world: string) => void;
};
/** Answers a call to the control API. */
export type ControlApi = (call: Call) => Promise<Reply>;
/** The control API, beside the platform's own paths: `/__control/…`, also behind `/w/<name>`. */
export declare function createControl(options: ControlOptions): ControlApi;
