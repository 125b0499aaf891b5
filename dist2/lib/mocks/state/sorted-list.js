const chunkSize = 512;
/**
 * A sorted list in chunks: insert, remove and page reads stay flat from a hundred values to a
 * million, where one array would move half of itself at every write.
 */
export class SortedList {
    #chunks = [];
    #compare;
    #length = 0;
    /** `sorted` must be in order already; it is copied. */
    constructor(compare, sorted = []) {
        this.#compare = compare;
        this.#length = sorted.length;
        for (let from = 0; from < sorted.length; from += chunkSize)
            this.#chunks.push(sorted.slice(from, from + chunkSize));
    }
    get length() {
        return this.#length;
    }
    add(value) {
        const chunk = this.#chunks[this.#chunkFor(value)];
        this.#length++;
        if (chunk === undefined) {
            this.#chunks.push([value]);
            return;
        }
        chunk.splice(this.#rank(chunk, value), 0, value);
        if (chunk.length > chunkSize * 2) {
            const upper = chunk.splice(chunkSize);
            this.#chunks.splice(this.#chunks.indexOf(chunk) + 1, 0, upper);
        }
    }
    remove(value) {
        const at = this.#chunkFor(value);
        const chunk = this.#chunks[at];
        if (chunk === undefined)
            return;
        const index = this.#rank(chunk, value);
        if (chunk[index] === undefined || this.#compare(chunk[index], value) !== 0)
            return;
        chunk.splice(index, 1);
        this.#length--;
        if (chunk.length === 0)
            this.#chunks.splice(at, 1);
    }
    /** Takes one value out and another in; nothing moves where they compare equal. */
    exchange(old, value) {
        if (this.#compare(old, value) === 0) {
            const chunk = this.#chunks[this.#chunkFor(old)] ?? [];
            const index = this.#rank(chunk, old);
            if (chunk[index] !== undefined && this.#compare(chunk[index], old) === 0)
                chunk[index] = value;
        }
        else {
            this.remove(old);
            this.add(value);
        }
    }
    /** Up to `count` values from position `from`. */
    slice(from, count) {
        const taken = [];
        let { at, skip } = this.#find(from);
        for (; at < this.#chunks.length && taken.length < count; at++) {
            const chunk = this.#chunks[at] ?? [];
            for (const value of chunk.slice(skip, skip + count - taken.length))
                taken.push(value);
            skip = 0;
        }
        return taken;
    }
    /** The values that are kept, in their order. */
    filter(keep) {
        return this.#chunks.flatMap((chunk) => chunk.filter((value) => keep(value)));
    }
    /** The chunk of a position, and how far into it that is; counted from the end that is nearer. */
    #find(position) {
        if (position < this.#length / 2) {
            let at = 0;
            let skip = position;
            for (let chunk = this.#chunks[0]; chunk !== undefined; chunk = this.#chunks[++at]) {
                if (skip < chunk.length)
                    break;
                skip -= chunk.length;
            }
            return { at, skip };
        }
        let at = this.#chunks.length;
        let begins = this.#length;
        while (at > 0 && begins > position)
            begins -= this.#chunks[--at]?.length ?? 0;
        return { at, skip: position - begins };
    }
    *[Symbol.iterator]() {
        for (const chunk of this.#chunks)
            yield* chunk;
    }
    /** The chunk that holds the value, or where it belongs. */
    #chunkFor(value) {
        let low = 0;
        let high = this.#chunks.length - 1;
        while (low < high) {
            const middle = (low + high) >> 1;
            const last = this.#chunks[middle]?.at(-1);
            if (last !== undefined && this.#compare(last, value) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }
    #rank(chunk, value) {
        let low = 0;
        let high = chunk.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            const candidate = chunk[middle];
            if (candidate !== undefined && this.#compare(candidate, value) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }
}
