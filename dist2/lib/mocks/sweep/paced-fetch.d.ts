import type { Fake } from '../fake.ts';
/** What one reader got of one stream. */
export type Delivery = {
    readonly chunks: Uint8Array[];
    /** The reader left before its end. */
    left: boolean;
};
/** A way to a fake whose time passes only as somebody calls or reads. */
export type PacedFetch = {
    readonly fetch: typeof globalThis.fetch;
    /** The streams that were read, in the order of their calls. */
    readonly streams: readonly Delivery[];
};
/**
 * A `fetch` of a fake whose clock stands still: a call, and a read for which nothing is there yet,
 * bring about the next thing that is due. So a turn runs while it is read, without a timer.
 */
export declare function pacedFetch(fake: Fake, turn: 'running' | 'ended'): PacedFetch;
