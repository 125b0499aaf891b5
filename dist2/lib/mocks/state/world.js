import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { behavioursOf } from '../behaviour/compile.js';
import { Changes } from './changes.js';
import { createClock } from './clock.js';
import { Cursors } from './cursors.js';
import { Director } from './director.js';
import { Faults } from './faults.js';
import { Keyring } from './keyring.js';
import { Journal } from './journal.js';
import { kindNames, kinds } from './kinds.js';
import { createRandom } from './random.js';
import { RunCounts } from './run-counts.js';
import { RunningTurns } from './running-turns.js';
import { Sessions } from './sessions.js';
import { createStore } from './store.js';
import { Tables } from './tables.js';
import { TextSigns } from './text-signs.js';
import { TokenCounts } from './token-counts.js';
import { Usage } from './usage.js';
/**
 * Everything that exists for one isolated tenant. Its parts are made when they are first asked
 * for, so that a world which nobody calls costs next to nothing.
 */
export class World {
    name;
    order;
    plan;
    changes = new Changes((delta) => this.grow(delta));
    tables = new Tables(this.changes);
    /** How many readers have a stream of it open. */
    streams = 0;
    /** Whether it has ended; what still waits in it leads nowhere. */
    closed = false;
    /** About how many bytes its own records take, beside those that it shares. */
    weight = 0;
    /** When it was called last, in milliseconds of the machine. */
    usedAt;
    /** The workflow runs that are pending or running, by id. */
    runs = new Map();
    approvals = new Map();
    /** The indexes of knowledge bases that were searched; of one whose documents change, none. */
    indexes = new Map();
    signs = new TextSigns();
    running = new RunningTurns();
    #parts = {};
    constructor(name, order, plan) {
        this.name = name;
        this.order = order;
        this.plan = plan;
        this.usedAt = plan.wall.now();
    }
    get seed() {
        return this.plan.seed;
    }
    get wall() {
        return this.plan.wall;
    }
    get clock() {
        return (this.#parts.clock ??= createClock(this.plan.wall, {
            onCrash: this.plan.onCrash && ((error) => this.plan.onCrash?.(error, this)),
            time: this.#steered('time'),
            onChange: (time) => this.steer('time', time),
            afterTasks: () => this.changes.flush(),
        }));
    }
    get random() {
        return (this.#parts.random ??= createRandom(`${this.seed}\n${this.name}`, this.tables.of('draws')));
    }
    get store() {
        return (this.#parts.store ??= createStore(this.plan.grounds, this.#noteRecord));
    }
    get keyring() {
        return (this.#parts.keyring ??= new Keyring(this.#secretOf('keys'), this.name, () => [...this.plan.fixture.api_keys, ...this.store.keys.values()].map(({ id }) => id)));
    }
    get jwtSecret() {
        return (this.#parts.jwtSecret ??= this.#secretOf('tokens'));
    }
    get sessions() {
        return (this.#parts.sessions ??= new Sessions(this.tables));
    }
    get usage() {
        return (this.#parts.usage ??= new Usage(this.tables));
    }
    get tokens() {
        return (this.#parts.tokens ??= new TokenCounts(this.store, this.tables));
    }
    get cursors() {
        return (this.#parts.cursors ??= new Cursors(this.store, this.tables));
    }
    get runCounts() {
        return (this.#parts.runCounts ??= new RunCounts(this.tables));
    }
    get director() {
        return (this.#parts.director ??= new Director(this.tables));
    }
    get journal() {
        return (this.#parts.journal ??= new Journal({
            world: this.name,
            coverage: this.plan.coverage,
            onWeight: (delta) => this.grow(delta),
        }));
    }
    get faults() {
        return (this.#parts.faults ??= new Faults(this.tables));
    }
    get routing() {
        return this.plan.fixture.routing;
    }
    get tools() {
        return this.plan.fixture.tools;
    }
    get profile() {
        return this.#steered('profile') ?? this.plan.profile;
    }
    get behaviour() {
        return (this.#parts.behaviour ??= behavioursOf(this.profile));
    }
    /** The scripts that were given to this world alone. */
    get ownScenarios() {
        return this.#steered('scenarios') ?? this.order.scenarios ?? [];
    }
    /** The scripts of its turns; its own go before those of the fake. */
    get scenarios() {
        const { ownScenarios: own } = this;
        return own.length === 0 ? this.plan.scenarios.current : [...own, ...this.plan.scenarios.current];
    }
    get speed() {
        const speed = this.#steered('speed');
        return speed === 'max' ? Number.POSITIVE_INFINITY : (speed ?? this.plan.speed);
    }
    /** Changes what the plan says of this world; streams that are open go on as they began. */
    steer(key, value) {
        this.tables.of('steering').set(key, value);
        this.#parts.behaviour = undefined;
    }
    dump() {
        const records = kindNames.map((kind) => [kind, this.store[kinds[kind]].dump()]);
        return {
            records: Object.fromEntries(records.filter(([, { changed }]) => changed.length > 0)),
            tables: this.tables.dump(),
        };
    }
    /** Takes over the state of a world that began with the same fixture; to be called first of all. */
    load({ records, tables }) {
        for (const kind of kindNames) {
            const state = records[kind];
            if (state !== undefined)
                this.store[kinds[kind]].load(state);
        }
        this.tables.load(tables);
    }
    /** Makes a change again that was noted before. */
    apply(change) {
        const [table, key, value] = change;
        if (Object.hasOwn(kinds, table))
            this.store[kinds[table]].put(key, value);
        else
            this.tables.apply(change);
    }
    /** Ends every turn and run, and calls off all that is due: its streams end. */
    close() {
        this.closed = true;
        this.#parts.clock?.stop();
        for (const turn of this.running)
            turn.close('cancelled');
        for (const run of this.runs.values())
            run.abandon();
        this.#parts.journal?.close();
        this.changes.close();
    }
    /** Counts what it holds of its own: so many bytes more. */
    grow(delta) {
        // Its weight was taken off when it went: what its last readers still do would stay for ever.
        if (this.closed)
            return;
        this.weight += delta;
        this.plan.onWeight(delta);
    }
    #noteRecord = (table, key, value, before, how) => {
        this.signs.note(table, key, value, this.store);
        this.changes.note(table, key, value, before, how);
    };
    #steered(key) {
        const steering = this.tables.of('steering');
        return steering.get(key);
    }
    #secretOf(purpose) {
        return sha256(utf8ToBytes(`${this.plan.secret}\n${this.name}\n${purpose}`));
    }
}
