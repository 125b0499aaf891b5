import { createFake } from '../fake.js';
import { systemWall } from '../state/clock.js';
import { moveToPresent } from '../state/dates.js';
/** A way to make fakes that are alike: all of them begin at the same moment. */
export function freshFakes(given) {
    const moment = systemWall.now();
    const make = typeof given === 'function' ? given : makerFrom(given, moment);
    return () => {
        const fake = make();
        fake.world().clock.freeze(moment);
        return fake;
    };
}
function makerFrom(options, moment) {
    // Once instead of for every fake, as is the moment that they begin at.
    const fixture = moveToPresent(options.fixture, moment);
    const wall = { ...systemWall, now: () => moment };
    return () => createFake({ ...options, fixture, wall });
}
