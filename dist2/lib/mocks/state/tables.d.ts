import type { Change, Changes, Note } from './changes.ts';
/** The values of tables by name and key, as plain JSON. */
export type TableState = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
/** Values by key, kept by one part of a world, which tells of each change. */
export declare class Table<Value> {
    #private;
    constructor(name: string, note?: Note);
    get size(): number;
    get(key: string): Value | undefined;
    set(key: string, value: Value): void;
    delete(key: string): void;
    /** Adds to the list that stands at a key, for tables of lists. */
    push(key: string, item: Value extends (infer Item)[] ? Item : never): void;
    /** Lets a list stand at a key to which its owner adds; to be told of each item, which is one more. */
    adopt(key: string, list: Value): (item: Value extends (infer Item)[] ? Item : never) => void;
    entries(): IterableIterator<[string, Value]>;
}
/** All tables of one world; whoever asks for a name first makes it. */
export declare class Tables {
    #private;
    constructor(changes: Changes);
    of<Value>(name: string): Table<Value>;
    dump(): TableState;
    /** Makes a change again that was noted before. */
    apply([name, key, value, how]: Change): void;
    load(state: TableState): void;
}
