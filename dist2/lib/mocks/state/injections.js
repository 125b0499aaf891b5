/** The injected texts that a turn has not taken up yet, oldest first. */
export class Injections {
    #waiting = [];
    add(injection) {
        this.#waiting.push(injection);
    }
    /** The oldest, which then waits no longer. */
    take() {
        return this.#waiting.shift();
    }
    /** Takes one back; false where it was taken up already, or never came. */
    recall(id) {
        const at = this.#waiting.findIndex((one) => one.id === id);
        if (at >= 0)
            this.#waiting.splice(at, 1);
        return at >= 0;
    }
}
