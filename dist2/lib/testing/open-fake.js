import { documented } from '../contract/picks.js';
import { readProfile } from '../contract/profile.js';
import { toFactor } from '../mocks/control/speed.js';
import { unknownName } from '../mocks/control/stock.js';
import { createFake } from '../mocks/fake.js';
import { shippedFixtures, shippedProfiles, shippedScenarios, } from './shipped.js';
/** A fake with all that ships with Understudy. Throws `ControlError` for a name that is none. */
export function openFake(options = {}) {
    const { fixture = 'demo', scenarios = [], profile = 'documented', speed = 'max', ...rest } = options;
    return createFake({
        ...rest,
        fixture: typeof fixture === 'string' ? fixtureOf(fixture) : fixture,
        fixtures: shippedFixtures,
        scenarios: [...scenarios, ...shippedScenarios()],
        profile: profileOf(profile),
        profiles: shippedProfiles,
        speed: toFactor(speed),
    });
}
function fixtureOf(name) {
    if (!Object.hasOwn(shippedFixtures, name))
        throw unknownName('fixture', name, Object.keys(shippedFixtures));
    return shippedFixtures[name]();
}
function profileOf(given) {
    if (typeof given !== 'string')
        return readProfile(given);
    if (given === documented.name)
        return documented;
    const shipped = shippedProfiles;
    const read = Object.hasOwn(shipped, given) ? shipped[given] : undefined;
    if (read === undefined)
        throw unknownName('profile', given, [documented.name, ...Object.keys(shipped)]);
    return readProfile(read());
}
