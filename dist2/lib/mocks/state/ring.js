/**
 * The newest values within two bounds, in the order in which they came. It writes over the same
 * slots again and again: of a map that grows and shrinks, the collector keeps what is long gone.
 */
export class Ring {
    #bounds;
    #slots = [];
    /** What each slot weighs: to look at what is let go would bring it back into the cache. */
    #weights = [];
    #pushed = 0;
    #length = 0;
    #weight = 0;
    constructor(bounds) {
        this.#bounds = bounds;
    }
    get length() {
        return this.#length;
    }
    /** The weight of all values together. */
    get weight() {
        return this.#weight;
    }
    /** Adds a value, for which the oldest may have to go; gives its number among all that ever came. */
    push(value, weight) {
        if (this.#length === this.#bounds.most)
            this.#shift();
        const number = this.#pushed++;
        this.#slots[this.#slotOf(number)] = value;
        this.#weights[this.#slotOf(number)] = 0;
        this.#length++;
        this.grow(number, weight);
        return number;
    }
    /** Makes a value heavier that is still there, for which the oldest may have to go. */
    grow(number, more) {
        if (number < this.#first)
            return;
        this.#weights[this.#slotOf(number)] += more;
        this.#weight += more;
        while (this.#weight > this.#bounds.heaviest)
            this.#shift();
    }
    /** Lets go of all. */
    clear() {
        while (this.#length > 0)
            this.#shift();
    }
    *[Symbol.iterator]() {
        for (let at = this.#first; at < this.#pushed; at++)
            yield this.#slots[this.#slotOf(at)];
    }
    /** The number of the oldest. */
    get #first() {
        return this.#pushed - this.#length;
    }
    #slotOf(number) {
        return number % this.#bounds.most;
    }
    #shift() {
        const at = this.#slotOf(this.#first);
        this.#slots[at] = undefined;
        this.#weight -= this.#weights[at] ?? 0;
        this.#length--;
    }
}
