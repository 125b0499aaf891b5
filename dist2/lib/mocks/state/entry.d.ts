/** A record with its place in the order of creation, which settles ties of the same millisecond. */
export type Entry<R> = {
    readonly record: R;
    readonly sequence: number;
};
