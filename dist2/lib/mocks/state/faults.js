import { ownLimits } from '../../contract/limits.js';
/** A fault that can't be added: its id is taken, or there are too many. */
export class FaultRefused extends Error {
    name = 'FaultRefused';
}
/** The failures that are put into the answers of one world, in the order in which they were added. */
export class Faults {
    #faults;
    #counts;
    constructor(tables) {
        this.#faults = tables.of('faults');
        this.#counts = tables.of('fault-counts');
    }
    get size() {
        return this.#faults.size;
    }
    /** Adds a fault; gives its id. Throws `FaultRefused`. */
    add(fault) {
        const id = fault.id ?? this.#nextId();
        if (this.#faults.get(id) !== undefined)
            throw new FaultRefused(`There is a fault \`${id}\` already: delete it first.`);
        if (this.size >= ownLimits.faults)
            throw new FaultRefused(`There are ${ownLimits.faults} faults: delete some first.`);
        this.#faults.set(id, { ...fault, id });
        return id;
    }
    /** Every fault, and how often it was met and struck. */
    list() {
        return Array.from(this.#faults.entries(), ([id, one]) => ({ ...one, ...this.#countsOf(id) }));
    }
    /** Takes a fault away; false where there is none of this id. */
    remove(id) {
        if (this.#faults.get(id) === undefined)
            return false;
        this.#faults.delete(id);
        this.#counts.delete(id);
        return true;
    }
    clear() {
        for (const { id } of this.list())
            this.remove(id);
    }
    /** The faults that strike a call which `fits` says they are meant for; each is counted. */
    strike(fits, chance) {
        return Array.from(this.#faults.entries(), ([, one]) => one).filter((one) => {
            const { met, struck } = this.#countsOf(one.id);
            if (struck === one.times || !fits(one))
                return false;
            const { nth, every = 1, probability = 1 } = one.match ?? {};
            const strikes = (nth === undefined || [nth].flat().includes(met + 1)) &&
                (met + 1) % every === 0 &&
                (probability === 1 || chance(one) < probability);
            this.#counts.set(one.id, { met: met + 1, struck: struck + (strikes ? 1 : 0) });
            return strikes;
        });
    }
    #countsOf(id) {
        return this.#counts.get(id) ?? { met: 0, struck: 0 };
    }
    #nextId() {
        let number = this.#faults.size + 1;
        while (this.#faults.get(`fault-${number}`) !== undefined)
            number++;
        return `fault-${number}`;
    }
}
