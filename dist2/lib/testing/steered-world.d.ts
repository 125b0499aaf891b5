import type { WorldTime } from '../mocks/control/clock.ts';
import type { WorldControl } from '../mocks/control/world-control.ts';
import { type Reach } from './reach.ts';
type Promised<Part> = {
    readonly [Name in keyof Part]: Part[Name] extends (...given: infer Given) => infer Result ? (...given: Given) => Promise<Awaited<Result>> : never;
};
/** The time of a world. Durations are milliseconds or such as `2h`. */
export type SteeredClock = Promised<Omit<WorldControl['clock'], 'step'>> & {
    /** Moves time to the next moment at which something falls due. */
    step(): Promise<WorldTime>;
    /** So many seconds of the world to one of the machine. */
    scale(factor: number): Promise<WorldTime>;
};
type Rooms = 'records' | 'faults' | 'journal' | 'director' | 'scenarios';
type Acts = 'coverage' | 'about' | 'choices' | 'play' | 'pick' | 'reset' | 'snapshot' | 'restore';
/**
 * What steers a world wherever its fake is: the words of `fake.control()`, each with a promise. They
 * reject with a `ControlError`.
 */
export type SteeredWorld = Promised<Pick<WorldControl, Acts | 'delete'>> & {
    readonly [Room in Rooms]: Promised<WorldControl[Room]>;
} & {
    readonly name: string;
    readonly clock: SteeredClock;
    /** Makes a second world that is what this one is now, and gives its name. */
    fork(name?: string): Promise<string>;
};
/** Steers a world over the control API of its fake. */
export declare function steerWorld(reach: Reach, name: string): SteeredWorld;
export {};
