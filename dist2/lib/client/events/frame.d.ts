import type { EventSourceMessage } from 'eventsource-parser';
/** An event of a stream, freed of where its cursor stood. */
export type Frame = {
    readonly name: string;
    readonly data: unknown;
    readonly cursor: number | undefined;
};
/**
 * Reads a message in every form that cursors take: among the fields of the payload, in
 * `{cursor, data}` around it, on the `id:` line, or nowhere. What is no JSON stays a text.
 */
export declare function readFrame({ event: name, data: text, id }: EventSourceMessage): Frame;
