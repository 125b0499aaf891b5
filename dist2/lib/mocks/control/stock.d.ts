import type { Fixture } from '../../contract/fixture.ts';
import { type Profile } from '../../contract/picks.ts';
import { ControlError } from './control-error.ts';
/** Gives something when it is first asked for. */
export type Supplier<Value> = () => Value | Promise<Value>;
/** What worlds can be ordered with by name, besides what the fake itself plays. */
export type StockOptions = {
    /** What the fake plays unless a world is ordered otherwise. */
    readonly fixture: Fixture;
    readonly profile: Profile;
    readonly fixtures: Readonly<Record<string, Supplier<Fixture>>>;
    /** Profiles as a file has them. */
    readonly profiles: Readonly<Record<string, Supplier<unknown>>>;
    /** Milliseconds since 1970, by the machine. */
    readonly now: () => number;
};
/** Fixtures and profiles by name; each fixture is read and moved to the present once. */
export declare class Stock {
    #private;
    constructor(options: StockOptions);
    get fixtureNames(): string[];
    get profileNames(): string[];
    /** A fixture by its name; `undefined` for that of the fake. Throws `ControlError`. */
    fixture(name: string): Promise<Fixture | undefined>;
    /** A profile by its name, or from a document of picks. Throws `ControlError` with the path. */
    profile(given: unknown): Promise<Profile>;
}
/** The stock that was made of these options, or a new one. */
export declare function stockOf(options: StockOptions): Stock;
/** Reads a document of picks; throws `ControlError` with the path of what is wrong. */
export declare function readPicks(document: unknown): Profile;
/** A name that is not there; says which was probably meant, and which there are. */
export declare function unknownName(what: string, name: string, names: readonly string[], status?: number): ControlError;
