/** The streams of all worlds of a fake that someone reads, and how many there may be. */
export declare class Streams {
    readonly most: number;
    open: number;
    constructor(most: number);
}
