import { Coverage } from './coverage.ts';
import type { Keeper } from './keeper.ts';
import type { ReadSnapshot } from './read-snapshot.ts';
import { World } from './world.ts';
import type { WorldOrder, WorldPlan } from './world-plan.ts';
/** The name of the world of calls that name none. */
export declare const defaultWorld = "default";
/** What all worlds of a fake have in common, and how many there may be. */
export type WorldsOptions = Omit<WorldPlan, 'grounds' | 'coverage' | 'streams' | 'onWeight'> & {
    readonly keeper?: Keeper | undefined;
    /** Worlds at a time; beyond it the one that was idle longest goes. */
    readonly most?: number | undefined;
    /** Streams of all worlds at a time; beyond it further ones are refused. */
    readonly mostStreams?: number | undefined;
};
/** All worlds of a fake: copies-on-write of fixtures that know nothing of each other. */
export declare class Worlds {
    #private;
    /** What the calls of all worlds covered, also of those that are gone. */
    readonly coverage: Coverage;
    /** About how many bytes the records of all worlds take, beside those that they share. */
    weight: number;
    constructor(options: WorldsOptions);
    /** The world of this name, made when it is first asked for. Throws `WorldError`. */
    get(name?: string): World;
    /** The world of this name, if it was made before. */
    existing(name: string | undefined): World | undefined;
    /** The world whose keys end in this tag. */
    tagged(tag: string): World | undefined;
    /** Makes a world; without a name it is given one that nobody guesses. Throws `WorldError`. */
    create(order: WorldOrder, name?: string): World;
    /** Makes a world as it was when it was ordered; streams of the old one end. */
    reset(world: World): World;
    /** Puts what a snapshot tells in the place of a world, or makes it. */
    restore(name: string, taken: ReadSnapshot): World;
    /** A second world that is what this one is now; from here on they differ. Throws `WorldError`. */
    fork(world: World, name?: string): World;
    /** Ends a world for good; what it issued is no longer taken. Throws `WorldError`. */
    delete(world: World): void;
    /** All worlds that are in memory, the one that was used last at the end. */
    list(): World[];
    close(): void;
}
