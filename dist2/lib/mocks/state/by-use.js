/** Values by name; `set` puts one at the end, as that which was used last. */
export class ByUse extends Map {
    #last;
    set(name, value) {
        // To take it out and put it in again would cost each of many calls to the same.
        if (name !== this.#last)
            super.delete(name);
        this.#last = name;
        return super.set(name, value);
    }
}
