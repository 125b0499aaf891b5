import type { Fault, FaultCounts } from '../../contract/fault.ts';
import type { Tables } from './tables.ts';
/** A fault of a world, by the id that it has there. */
export type NamedFault = Fault & {
    readonly id: string;
};
/** A fault that can't be added: its id is taken, or there are too many. */
export declare class FaultRefused extends Error {
    readonly name = "FaultRefused";
}
/** The failures that are put into the answers of one world, in the order in which they were added. */
export declare class Faults {
    #private;
    constructor(tables: Tables);
    get size(): number;
    /** Adds a fault; gives its id. Throws `FaultRefused`. */
    add(fault: Fault): string;
    /** Every fault, and how often it was met and struck. */
    list(): (NamedFault & FaultCounts)[];
    /** Takes a fault away; false where there is none of this id. */
    remove(id: string): boolean;
    clear(): void;
    /** The faults that strike a call which `fits` says they are meant for; each is counted. */
    strike(fits: (fault: NamedFault) => boolean, chance: (fault: NamedFault) => number): NamedFault[];
}
