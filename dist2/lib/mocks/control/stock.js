import { nearest } from '../../contract/nearest.js';
import { documented } from '../../contract/picks.js';
import { ProfileError, readProfile } from '../../contract/profile.js';
import { moveToPresent } from '../state/dates.js';
import { ControlError } from './control-error.js';
import { wrongAt } from './read-as.js';
/** Fixtures and profiles by name; each fixture is read and moved to the present once. */
export class Stock {
    #options;
    #fixtures = new Map();
    constructor(options) {
        this.#options = options;
    }
    get fixtureNames() {
        return [...new Set([this.#options.fixture.name, ...Object.keys(this.#options.fixtures)])];
    }
    get profileNames() {
        const { profile, profiles } = this.#options;
        return [...new Set([profile.name, documented.name, ...Object.keys(profiles)])];
    }
    /** A fixture by its name; `undefined` for that of the fake. Throws `ControlError`. */
    async fixture(name) {
        const { fixture, fixtures, now } = this.#options;
        if (name === fixture.name)
            return undefined;
        if (!Object.hasOwn(fixtures, name))
            throw unknownName('fixture', name, this.fixtureNames);
        let supplied = this.#fixtures.get(name);
        if (supplied === undefined) {
            supplied = Promise.resolve(fixtures[name]?.()).then((one) => moveToPresent(one, now()));
            this.#fixtures.set(name, supplied);
            supplied.catch(() => this.#fixtures.delete(name));
        }
        return await supplied;
    }
    /** A profile by its name, or from a document of picks. Throws `ControlError` with the path. */
    async profile(given) {
        if (typeof given !== 'string')
            return readPicks(given);
        const { profile, profiles } = this.#options;
        if (given === profile.name)
            return profile;
        if (given === documented.name)
            return documented;
        if (!Object.hasOwn(profiles, given))
            throw unknownName('profile', given, this.profileNames);
        return readPicks(await profiles[given]?.());
    }
}
const stocks = new WeakMap();
/** The stock that was made of these options, or a new one. */
export function stockOf(options) {
    let stock = stocks.get(options);
    if (stock === undefined)
        stocks.set(options, (stock = new Stock(options)));
    return stock;
}
/** Reads a document of picks; throws `ControlError` with the path of what is wrong. */
export function readPicks(document) {
    try {
        return readProfile(document);
    }
    catch (error) {
        if (error instanceof ProfileError)
            throw wrongAt(error.path, error.message);
        throw error;
    }
}
/** A name that is not there; says which was probably meant, and which there are. */
export function unknownName(what, name, names, status = 422) {
    const guess = nearest(name, names);
    const hint = guess === undefined ? '' : ` Did you mean \`${guess}\`?`;
    const some = names.slice(0, 20).map((one) => `\`${one}\``);
    const more = names.length > some.length ? ` and ${names.length - some.length} more` : '';
    const known = names.length === 0 ? 'There is none.' : `There are ${some.join(', ')}${more}.`;
    return new ControlError(status, `There is no ${what} \`${name}\`.${hint} ${known}`);
}
