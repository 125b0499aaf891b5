import { coverageOf } from '../journal/coverage.js';
import { listCalls } from '../journal/list-calls.js';
import { takeSnapshot } from '../state/snapshot.js';
import { defaultWorld } from '../state/worlds.js';
import { changePicks, listChoices, playProfile } from './choices.js';
import { moveClock } from './clock.js';
import { toControlError } from './control-error.js';
import { direct, tellDirector } from './director.js';
import { addFaults, listFaults, removeFaults } from './faults.js';
import { readCall } from './journal.js';
import { addRecord, changeRecord, listRecords, readRecord, removeRecord, } from './records.js';
import { addScenarios, outlineScenarios, removeScenarios, } from './scenarios.js';
import { restoreWorld } from './snapshot.js';
import { deleteWorld, tellWorld } from './worlds.js';
/** Steers the world of a name, which is looked up at each call. What it throws is a `ControlError`. */
export function controlWorld(room, name = defaultWorld) {
    const { worlds, stock } = room;
    const on = (act) => guarded(() => {
        const world = worlds.get(name);
        const result = act(world);
        world.changes.commit();
        return result;
    });
    const later = async (act) => {
        const world = guarded(() => worlds.get(name));
        const result = await act(world).catch((error) => {
            throw toControlError(error);
        });
        return guarded(() => {
            world.changes.commit();
            return result;
        });
    };
    return {
        name,
        clock: controlClock(on),
        scenarios: {
            list: () => on(outlineScenarios),
            add: (scenarios) => later((world) => addScenarios(world, scenarios)),
            remove: (one) => on((world) => removeScenarios(world, one)),
        },
        records: {
            list: (kind, filter) => on((world) => listRecords(world, kind, filter)),
            read: (kind, id) => on((world) => readRecord(world, kind, id)),
            add: (kind, record) => later((world) => addRecord(world, kind, record)),
            change: (kind, id, fields) => later((world) => changeRecord(world, kind, id, fields)),
            remove: (kind, id) => on((world) => removeRecord(world, kind, id)),
        },
        faults: {
            add: (faults) => on((world) => addFaults(world, faults)),
            list: () => on(listFaults),
            remove: (id) => on((world) => removeFaults(world, id)),
            clear: () => on((world) => removeFaults(world)),
        },
        journal: {
            list: (filter) => on((world) => listCalls(world, filter)),
            read: (number) => on((world) => readCall(world, String(number))),
            clear: () => on(({ journal }) => journal.clear()),
        },
        director: controlDirector(on),
        coverage: () => on(coverageOf),
        about: () => on(tellWorld),
        choices: () => on((world) => listChoices(world).choices),
        play: (profile) => later((world) => playProfile(stock, world, profile)),
        pick: (picks) => on((world) => changePicks(world, { picks })),
        reset: () => on((world) => void worlds.reset(world)),
        snapshot: () => on(takeSnapshot),
        async restore(snapshot) {
            await later(() => restoreWorld(worlds, name, snapshot));
        },
        fork: (other) => on((world) => controlWorld(room, worlds.fork(world, other).name)),
        delete: () => guarded(() => deleteWorld(worlds, name)),
    };
}
/** What is thrown in here is thrown as the control API says it. */
function guarded(act) {
    try {
        return act();
    }
    catch (error) {
        throw toControlError(error);
    }
}
function controlClock(on) {
    const move = (body) => on((world) => moveClock(world, body));
    return {
        /** Milliseconds since 1970. */
        now: () => on(({ clock }) => clock.now()),
        /** The moment, ISO 8601. */
        iso: () => on(({ clock }) => clock.iso()),
        /** Moves time on; whatever falls due on the way happens at its own moment, in order. */
        advance: (duration) => move({ advance: duration }),
        /** Stops time, at a moment if one is given. */
        freeze: (moment) => move({ freeze: moment === undefined ? true : isoOf(moment) }),
        /** Lets time go on, `scale` seconds of the world to one of the machine. */
        resume: ({ scale = 1 } = {}) => move({ scale }),
        /** Moves time to the next moment at which something falls due; false where nothing does. */
        step: () => on(({ clock }) => clock.step()),
    };
}
/** A moment as the control API takes it; what is none is left for it to refuse. */
function isoOf(moment) {
    if (typeof moment === 'string')
        return moment;
    const date = new Date(moment);
    return Number.isNaN(date.getTime()) ? String(moment) : date.toISOString();
}
function controlDirector(on) {
    const order = (body) => on((world) => direct(world, body));
    return {
        state: () => on(tellDirector),
        /** The next turn plays this scenario, whatever is asked; `null` leaves it to the scripts. */
        next: (scenario) => order({ next: scenario }),
        /** A running turn says it at its next line, in the place of the rest; else the next turn does. */
        say: (text) => order({ say: text }),
        pause: () => order({ pause: true }),
        resume: () => order({ resume: true }),
        /** Stops time and moves to the next beat. */
        step: () => order({ step: true }),
        /** Moves to the next beat of a running turn, and lets time go on. */
        skip: () => order({ skip: true }),
        /** Divides the pauses of streams, also of those that are open; `max` leaves none. */
        speed: (speed) => order({ speed }),
    };
}
