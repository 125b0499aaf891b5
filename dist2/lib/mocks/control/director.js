import * as z from 'zod/mini';
import { ControlError } from './control-error.js';
import { readAs } from './read-as.js';
import { speed, toFactor, toSpeed } from './speed.js';
import { unknownName } from './stock.js';
const yes = z.literal(true);
const direction = z.union([
    z.strictObject({ next: z.nullable(z.string()) }),
    z.strictObject({ say: z.string().check(z.minLength(1)) }),
    z.strictObject({ pause: yes }),
    z.strictObject({ resume: yes }),
    z.strictObject({ step: yes }),
    z.strictObject({ skip: yes }),
    z.strictObject({ speed }),
]);
const form = 'Send one of {"next": "a-scenario"}, {"next": null}, {"say": "…"}, {"pause": true}, ' +
    '{"resume": true}, {"step": true}, {"skip": true}, {"speed": 4}, {"speed": "max"}.';
export function tellDirector({ clock, director, speed: factor, running }) {
    return {
        paused: clock.time.frozen,
        speed: toSpeed(factor),
        waiting: director.waiting ?? null,
        turns: [...running].map((turn) => ({
            id: turn.id,
            conversation_id: turn.conversationId ?? null,
            mode: turn.mode,
            events: turn.events.length,
            next_beat_at: momentOf(turn.playing?.due),
            awaiting: turn.awaiting ?? null,
        })),
    };
}
const momentOf = (due) => due === undefined ? null : new Date(due).toISOString();
/** Directs the turns of a world, running ones and the next. Throws `ControlError`. */
export function direct(world, body) {
    const given = readAs(direction, body, form);
    const { clock } = world;
    if ('next' in given)
        world.director.waiting = nextOf(world, given.next);
    else if ('say' in given)
        say(world, given.say);
    else if ('pause' in given)
        clock.freeze();
    else if ('resume' in given)
        clock.resume(clock.time.scale);
    else if ('step' in given)
        step(world);
    else if ('skip' in given)
        skip(world);
    else
        retime(world, given.speed);
    return tellDirector(world);
}
function nextOf({ scenarios }, name) {
    if (name === null)
        return undefined;
    const names = scenarios.map((one) => one.name);
    if (!names.includes(name))
        throw unknownName('scenario', name, names);
    return { next: name };
}
/** A turn that runs says it at its next line; else the next turn does. */
function say(world, text) {
    const turn = [...world.running].findLast(({ takesTexts }) => takesTexts);
    if (turn === undefined)
        world.director.waiting = { say: text };
    else
        turn.prompt = text;
}
function step({ clock }) {
    clock.freeze();
    if (!clock.step())
        throw new ControlError(409, 'Nothing is due in this world: start a turn.');
}
function skip({ clock, running }) {
    const due = [...running].flatMap(({ playing }) => playing?.due ?? []);
    if (due.length === 0)
        throw new ControlError(409, 'No turn waits for its next beat: start one, or decide for it.');
    clock.advance(Math.max(0, Math.min(...due) - clock.now()));
}
function retime(world, given) {
    world.steer('speed', given);
    for (const { playing } of world.running)
        playing?.retime(toFactor(given));
    // Before a reader whom this woke can go on: nobody sees an event that a crash could undo.
    world.changes.flush();
}
export const directorRoutes = {
    'GET director': ({ world }) => tellDirector(world),
    'POST director': ({ world, body }) => direct(world, body),
};
