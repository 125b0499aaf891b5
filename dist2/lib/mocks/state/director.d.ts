import type { Tables } from './tables.ts';
/** What somebody wants of the next turn: that it plays a script, or that it says a text. */
export type Direction = {
    readonly next: string;
} | {
    readonly say: string;
};
/** What waits for the next turn of a world, besides its scripts. */
export declare class Director {
    #private;
    constructor(tables: Tables);
    /** What the next turn is to do; `undefined` leaves it to the scripts. */
    get waiting(): Direction | undefined;
    set waiting(direction: Direction | undefined);
}
