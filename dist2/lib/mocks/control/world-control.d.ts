import type { Duration } from '../../contract/duration.ts';
import type { FaultInput } from '../../contract/fault.ts';
import type { Scenario } from '../../contract/scenario.ts';
import type { Snapshot } from '../../contract/snapshot.ts';
import { type CoverageReport } from '../journal/coverage.ts';
import { type CallFilter } from '../journal/list-calls.ts';
import type { CallRecord } from '../journal/call-record.ts';
import type { CallLine } from '../journal/show.ts';
import type { World } from '../state/world.ts';
import { type Worlds } from '../state/worlds.ts';
import type { StoredRecord } from './check-record.ts';
import { type ChoiceInEffect } from './choices.ts';
import { type DirectorState } from './director.ts';
import { listFaults } from './faults.ts';
import { listRecords, type RecordFilter } from './records.ts';
import { type ScenarioOutline } from './scenarios.ts';
import type { Speed } from './speed.ts';
import type { Stock } from './stock.ts';
import { type WorldAccount } from './worlds.ts';
/** What the worlds of a fake are steered with. */
export type ControlRoom = {
    readonly worlds: Worlds;
    readonly stock: Stock;
};
/** The time of one world. Durations are milliseconds or such as `2h`. */
export type ClockControl = ReturnType<typeof controlClock>;
/** What steers one world in process, as the control API does over HTTP; it survives a reset. */
export type WorldControl = {
    readonly name: string;
    readonly clock: ClockControl;
    readonly scenarios: {
        list(): ScenarioOutline[];
        /** Gives scripts to this world; they go before all others. */
        add(scenarios: Scenario | readonly Scenario[]): Promise<ScenarioOutline[]>;
        /** Takes back the scripts that were given to this world: one, or all. */
        remove(name?: string): void;
    };
    readonly records: {
        list(kind: string, filter?: RecordFilter): ReturnType<typeof listRecords>;
        read(kind: string, id: string): StoredRecord;
        add(kind: string, record: object): Promise<StoredRecord>;
        /** Puts fields in the place of others, past all rules of the platform. */
        change(kind: string, id: string, fields: object): Promise<StoredRecord>;
        remove(kind: string, id: string): void;
    };
    readonly faults: {
        /** Adds one fault or several, and gives their ids. */
        add(faults: FaultInput | readonly FaultInput[]): string[];
        /** Every fault, with how often it was met and struck. */
        list(): ReturnType<typeof listFaults>;
        remove(id: string): void;
        clear(): void;
    };
    readonly journal: {
        /** The calls that the world received, the newest last. */
        list(filter?: CallFilter): CallLine[];
        read(number: number): CallRecord;
        clear(): void;
    };
    readonly director: ReturnType<typeof controlDirector>;
    /** Which endpoints, errors, events and choices its calls exercised, and which never. */
    coverage(): CoverageReport;
    /** The world, who can sign in, and the keys that it began with. */
    about(): WorldAccount;
    choices(): readonly ChoiceInEffect[];
    /** Plays a profile from the next call on: a name, or a document of picks. */
    play(profile: unknown): Promise<void>;
    /** Changes single picks, each an option by the id of its choice; `null` takes one back. */
    pick(picks: Readonly<Record<string, unknown>>): void;
    /** Begins anew, as the world was ordered; its streams end. */
    reset(): void;
    /** The whole world as one JSON document. */
    snapshot(): Snapshot;
    /** Puts what a snapshot tells in the place of the world. */
    restore(snapshot: unknown): Promise<void>;
    /** A second world that is what this one is now; from here on they differ. */
    fork(name?: string): WorldControl;
    /** Ends the world for good; its credentials are no longer taken. */
    delete(): void;
};
type Act = <Result>(act: (world: World) => Result) => Result;
/** Steers the world of a name, which is looked up at each call. What it throws is a `ControlError`. */
export declare function controlWorld(room: ControlRoom, name?: string): WorldControl;
declare function controlClock(on: Act): {
    /** Milliseconds since 1970. */
    now: () => number;
    /** The moment, ISO 8601. */
    iso: () => string;
    /** Moves time on; whatever falls due on the way happens at its own moment, in order. */
    advance: (duration: Duration) => import("./clock.ts").WorldTime;
    /** Stops time, at a moment if one is given. */
    freeze: (moment?: string | number | Date) => import("./clock.ts").WorldTime;
    /** Lets time go on, `scale` seconds of the world to one of the machine. */
    resume: ({ scale }?: {
        readonly scale?: number;
    }) => import("./clock.ts").WorldTime;
    /** Moves time to the next moment at which something falls due; false where nothing does. */
    step: () => boolean;
};
declare function controlDirector(on: Act): {
    state: () => DirectorState;
    /** The next turn plays this scenario, whatever is asked; `null` leaves it to the scripts. */
    next: (scenario: string | null) => DirectorState;
    /** A running turn says it at its next line, in the place of the rest; else the next turn does. */
    say: (text: string) => DirectorState;
    pause: () => DirectorState;
    resume: () => DirectorState;
    /** Stops time and moves to the next beat. */
    step: () => DirectorState;
    /** Moves to the next beat of a running turn, and lets time go on. */
    skip: () => DirectorState;
    /** Divides the pauses of streams, also of those that are open; `max` leaves none. */
    speed: (speed: Speed) => DirectorState;
};
export {};
