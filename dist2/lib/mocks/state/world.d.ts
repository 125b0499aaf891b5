import type { Fixture } from '../../contract/fixture.ts';
import type { Profile } from '../../contract/picks.ts';
import type { Scenario } from '../../contract/scenario.ts';
import { type Behaviours } from '../behaviour/compile.ts';
import type { Approvals } from './approvals.ts';
import { type Change, Changes } from './changes.ts';
import { type Clock, type Wall } from './clock.ts';
import { Cursors } from './cursors.ts';
import { Director } from './director.ts';
import { Faults } from './faults.ts';
import { Keyring } from './keyring.ts';
import { Journal } from './journal.ts';
import { type Random } from './random.ts';
import { RunCounts } from './run-counts.ts';
import type { RunningRun } from './running-run.ts';
import { RunningTurns } from './running-turns.ts';
import type { SearchIndex } from './search-index.ts';
import { Sessions } from './sessions.ts';
import { type Store } from './store.ts';
import { Tables } from './tables.ts';
import { TextSigns } from './text-signs.ts';
import { TokenCounts } from './token-counts.ts';
import { Usage } from './usage.ts';
import type { Steering, WorldOrder, WorldPlan, WorldState } from './world-plan.ts';
/**
 * Everything that exists for one isolated tenant. Its parts are made when they are first asked
 * for, so that a world which nobody calls costs next to nothing.
 */
export declare class World {
    #private;
    readonly name: string;
    readonly order: WorldOrder;
    readonly plan: WorldPlan;
    readonly changes: Changes;
    readonly tables: Tables;
    /** How many readers have a stream of it open. */
    streams: number;
    /** Whether it has ended; what still waits in it leads nowhere. */
    closed: boolean;
    /** About how many bytes its own records take, beside those that it shares. */
    weight: number;
    /** When it was called last, in milliseconds of the machine. */
    usedAt: number;
    /** The workflow runs that are pending or running, by id. */
    readonly runs: Map<string, RunningRun>;
    readonly approvals: Approvals;
    /** The indexes of knowledge bases that were searched; of one whose documents change, none. */
    readonly indexes: Map<string, SearchIndex>;
    readonly signs: TextSigns;
    readonly running: RunningTurns;
    constructor(name: string, order: WorldOrder, plan: WorldPlan);
    get seed(): string;
    get wall(): Wall;
    get clock(): Clock;
    get random(): Random;
    get store(): Store;
    get keyring(): Keyring;
    get jwtSecret(): Uint8Array;
    get sessions(): Sessions;
    get usage(): Usage;
    get tokens(): TokenCounts;
    get cursors(): Cursors;
    get runCounts(): RunCounts;
    get director(): Director;
    get journal(): Journal;
    get faults(): Faults;
    get routing(): Fixture['routing'];
    get tools(): Fixture['tools'];
    get profile(): Profile;
    get behaviour(): Behaviours;
    /** The scripts that were given to this world alone. */
    get ownScenarios(): readonly Scenario[];
    /** The scripts of its turns; its own go before those of the fake. */
    get scenarios(): readonly Scenario[];
    get speed(): number;
    /** Changes what the plan says of this world; streams that are open go on as they began. */
    steer<Key extends keyof Steering>(key: Key, value: Steering[Key]): void;
    dump(): WorldState;
    /** Takes over the state of a world that began with the same fixture; to be called first of all. */
    load({ records, tables }: WorldState): void;
    /** Makes a change again that was noted before. */
    apply(change: Change): void;
    /** Ends every turn and run, and calls off all that is due: its streams end. */
    close(): void;
    /** Counts what it holds of its own: so many bytes more. */
    grow(delta: number): void;
}
