import type { FrameStream } from '../call.ts';
/** Some bytes of a stream on its way through a fault, or its break. */
export type Piece = {
    readonly bytes: Uint8Array;
    /** The place of the event among all that the platform sent; 0 for the beginning, none for comments. */
    readonly event?: number;
    readonly name?: string;
    /** How the stream breaks; nothing comes behind it. */
    readonly breaks?: 'reset' | 'close';
};
/** Pulled, so that nothing is made for a reader who left. */
export type Pieces = AsyncIterable<Piece>;
export declare const noBytes: Uint8Array<ArrayBuffer>;
export declare const encode: (text: string) => NodeJS.NonSharedUint8Array;
export declare const decode: (bytes: Uint8Array) => string;
/** The frames of a stream, one by one, behind an empty piece that is its beginning. */
export declare function framesOf(stream: FrameStream): Pieces;
/** All of them, one behind the other. */
export declare function joined(...parts: readonly Uint8Array[]): Uint8Array;
