import type { SeenEvent } from '../exchange.ts';
/** Where an event holds its cursor: the spec names no place, so all of these are legal. */
export type Carrier = 'wrapper' | 'data' | 'id';
/** An event read: what it says, apart from how it carries its cursor. */
export type Frame = {
    readonly type: string | undefined;
    /** The payload out of its wrapper and without its cursor; `undefined` where it is no JSON. */
    readonly payload: unknown;
    /** `undefined` where there is none, or none that is an integer. */
    readonly cursor: number | undefined;
    /** Every place that holds a cursor, the one that counts first. */
    readonly carriers: readonly Carrier[];
    readonly seen: SeenEvent;
};
/** Reads one event: JSON, then the `{cursor, data}` wrapper, `data.cursor`, or the `id:` line. */
export declare function readFrame(seen: SeenEvent): Frame;
/** Whether the places of an event that hold a cursor hold the same one. */
export declare function carriersAgree({ carriers, cursor, seen }: Frame): boolean;
/** The same text for the same type, cursor and payload, however carried and however ordered. */
export declare const fingerprint: ({ type, cursor, payload }: Frame) => string;
/** How a report names an event. */
export declare const label: ({ type, cursor }: Frame) => string;
/** How a report names a row of events. */
export declare const labels: (frames: readonly Frame[]) => string;
