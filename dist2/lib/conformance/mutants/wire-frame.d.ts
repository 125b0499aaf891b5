/** One block of a stream, line by line; a wrong server has to be able to write anything. */
export type WireFrame = {
    readonly event?: string | undefined;
    readonly id?: string | undefined;
    readonly data?: string | undefined;
    /** Comments and other lines, as they are. */
    readonly rest: readonly string[];
};
/** Reads a block without its closing empty line. */
export declare function parseFrame(block: string): WireFrame;
/** Writes a block with its closing empty line. */
export declare function printFrame({ event, id, data, rest }: WireFrame): string;
/** The parsed data of a frame. */
export declare const dataOf: ({ data }: WireFrame) => unknown;
/** The frame with other data. */
export declare const withData: (frame: WireFrame, data: unknown) => WireFrame;
/** The frame with other members in its payload, inside a wrapper if it has one. */
export declare function withPayload(frame: WireFrame, change: (payload: unknown) => unknown): WireFrame;
/** The cursor of a frame, wherever it stands. */
export declare function cursorOf(frame: WireFrame): number | undefined;
/** The frame with another cursor in every place that has one; `undefined` takes it away. */
export declare function withCursor(frame: WireFrame, cursor: number | undefined): WireFrame;
