import { ownLimits } from '../../contract/limits.js';
/** Calls that are remembered as examples of their way. */
const mostExamples = 5;
/** Counts the ways in which calls went, so that nothing is forgotten when a journal forgets calls. */
export class Coverage {
    #byProfile = new WeakMap();
    /** The same by what profiles say: a world that is restored has another object of the same. */
    #byContent = new Map();
    #ways = 0;
    #uncounted = 0;
    count(seen, profile, place) {
        const tallies = this.#byProfile.get(profile) ?? this.#meet(profile);
        const way = `${seen.endpoint ?? ''}\n${seen.outcome} ${seen.code ?? ''}\n${seen.events.join()}`;
        let tally = tallies.get(way);
        if (tally === undefined) {
            if (this.#ways >= ownLimits.coverageWays) {
                this.#uncounted++;
                return;
            }
            this.#ways++;
            tally = { profile, seen, calls: 0, first: [] };
            tallies.set(way, tally);
        }
        tally.calls++;
        if (tally.first.length < mostExamples)
            tally.first.push(place);
    }
    #meet(profile) {
        const content = JSON.stringify([profile.name, profile.picks, profile.at]);
        const tallies = this.#byContent.get(content) ?? new Map();
        this.#byProfile.set(profile, tallies);
        // Where no way is counted any more, no profile is remembered either.
        if (this.#ways < ownLimits.coverageWays)
            this.#byContent.set(content, tallies);
        return tallies;
    }
    /** Calls that went in ways for which there was no room. */
    get uncounted() {
        return this.#uncounted;
    }
    *tallies() {
        for (const tallies of this.#byContent.values())
            yield* tallies.values();
    }
}
