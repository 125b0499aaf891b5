/** Values by key, kept by one part of a world, which tells of each change. */
export class Table {
    #name;
    #note;
    #values = new Map();
    constructor(name, note = () => { }) {
        this.#name = name;
        this.#note = note;
    }
    get size() {
        return this.#values.size;
    }
    get(key) {
        return this.#values.get(key);
    }
    set(key, value) {
        const before = this.#values.get(key);
        this.#values.set(key, value);
        this.#note(this.#name, key, value, before);
    }
    delete(key) {
        const before = this.#values.get(key);
        if (this.#values.delete(key))
            this.#note(this.#name, key, null, before);
    }
    /** Adds to the list that stands at a key, for tables of lists. */
    push(key, item) {
        const list = this.#values.get(key);
        if (list === undefined)
            this.#values.set(key, [item]);
        else
            list.push(item);
        this.#note(this.#name, key, item, list === undefined ? undefined : noItems, 'push');
    }
    /** Lets a list stand at a key to which its owner adds; to be told of each item, which is one more. */
    adopt(key, list) {
        this.#values.set(key, list);
        return (item) => this.#note(this.#name, key, item, noItems, 'push');
    }
    entries() {
        return this.#values.entries();
    }
}
/** What a list had, of which nothing but the item that is added changes. */
const noItems = [];
/** Tables that may fall back by a second when the process is killed: nobody was promised a count. */
const counters = new Set(['usage', 'fault-counts']);
/** All tables of one world; whoever asks for a name first makes it. */
export class Tables {
    #changes;
    #byName = new Map();
    constructor(changes) {
        this.#changes = changes;
    }
    of(name) {
        let table = this.#byName.get(name);
        if (table === undefined) {
            const { note, noteCounter } = this.#changes;
            table = new Table(name, counters.has(name) ? noteCounter : note);
            this.#byName.set(name, table);
        }
        return table;
    }
    dump() {
        const tables = [...this.#byName].filter(([, { size }]) => size > 0);
        return Object.fromEntries(tables.map(([name, table]) => [name, Object.fromEntries(table.entries())]));
    }
    /** Makes a change again that was noted before. */
    apply([name, key, value, how]) {
        const table = this.of(name);
        if (how === 'push')
            table.push(key, value);
        else if (value === null)
            table.delete(key);
        else
            table.set(key, value);
    }
    load(state) {
        for (const [name, values] of Object.entries(state))
            for (const [key, value] of Object.entries(values))
                this.apply([name, key, value]);
    }
}
