/** What a path leads to, with the parts of it that stand in braces, decoded. */
export type Found<Value> = {
    readonly value: Value;
    readonly params: Readonly<Record<string, string>>;
};
/** Values by paths such as `/agents/{agent_id}`; a part that is written out goes before a parameter. */
export declare class PathTable<Value> {
    #private;
    /** Puts a value at a path; one that stands there already stays, and is given back. */
    add(path: string, value: Value): Value;
    /** Where a path leads; a slash at its end makes no difference. */
    find(path: string): Found<Value> | undefined;
}
