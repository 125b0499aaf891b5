/** What waits for the next turn of a world, besides its scripts. */
export class Director {
    #table;
    constructor(tables) {
        this.#table = tables.of('director');
    }
    /** What the next turn is to do; `undefined` leaves it to the scripts. */
    get waiting() {
        return this.#table.get('waiting');
    }
    set waiting(direction) {
        if (direction === undefined)
            this.#table.delete('waiting');
        else
            this.#table.set('waiting', direction);
    }
}
