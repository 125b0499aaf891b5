import { decodePart } from './decode-part.js';
const newNode = () => ({ fixed: new Map() });
/** Values by paths such as `/agents/{agent_id}`; a part that is written out goes before a parameter. */
export class PathTable {
    #root = newNode();
    /** What most paths lead to at once: those without parameters. */
    #whole = new Map();
    /** Puts a value at a path; one that stands there already stays, and is given back. */
    add(path, value) {
        const names = [];
        let node = this.#root;
        for (const part of partsOf(path)) {
            if (part.startsWith('{')) {
                names.push(part.slice(1, -1));
                node = node.any ??= newNode();
            }
            else {
                let next = node.fixed.get(part);
                if (next === undefined)
                    node.fixed.set(part, (next = newNode()));
                node = next;
            }
        }
        node.end ??= { value, names };
        if (names.length === 0)
            this.#whole.set(path, { value: node.end.value, params: {} });
        return node.end.value;
    }
    /** Where a path leads; a slash at its end makes no difference. */
    find(path) {
        return this.#whole.get(path) ?? search(this.#root, partsOf(path), 0, []);
    }
}
function search(node, parts, at, given) {
    const part = parts[at];
    if (part === undefined)
        return node.end && foundAt(node.end, given);
    const next = node.fixed.get(part);
    const found = next && search(next, parts, at + 1, given);
    if (found !== undefined || node.any === undefined || part === '')
        return found;
    return search(node.any, parts, at + 1, [...given, part]);
}
function foundAt({ value, names }, given) {
    const params = names.map((name, index) => [name, decodePart(given[index] ?? '')]);
    return { value, params: Object.fromEntries(params) };
}
const partsOf = (path) => path.replace(/\/$/, '').split('/').slice(1);
