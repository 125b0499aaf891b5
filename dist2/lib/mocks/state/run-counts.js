const minute = 60_000;
/** How many workflow runs each user began within a minute, and has at this moment (8). */
export class RunCounts {
    #beginnings;
    #current = new Map();
    constructor(tables) {
        this.#beginnings = tables.of('beginnings-of-runs');
    }
    /** The moments of the runs that a user began within the minute before `now`, oldest first. */
    inMinuteBefore(user, now) {
        return (this.#beginnings.get(user) ?? []).filter((moment) => moment > now - minute);
    }
    current(user) {
        return this.#current.get(user) ?? 0;
    }
    /** Counts `starts` runs as begun, and one as there until the returned function is called. */
    begin(user, now, starts) {
        const begun = Array.from({ length: starts }, () => now);
        this.#beginnings.set(user, [...this.inMinuteBefore(user, now), ...begun]);
        this.#current.set(user, this.current(user) + 1);
        return () => this.#current.set(user, this.current(user) - 1);
    }
}
