import { type Cut } from './cuts.ts';
/** Where a run through a turn is cut: its stream, and then the stream of its resume. */
export type Plan = {
    readonly cuts: readonly Cut[];
    readonly words: string;
};
/** Which plans are wanted: so many, of two cuts each. */
type Wanted = {
    readonly sample?: number;
    readonly twice?: boolean;
};
/** The cuts of every run through a turn whose stream is `bytes`, or of as many as are wanted. */
export declare function plansOf(bytes: Uint8Array, seed: string, { sample, twice }: Wanted): Plan[];
export {};
