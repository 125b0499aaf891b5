import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
/** Where the texts of a stream are written; where `write` gives false, `drains` says when to go on. */
export type Sink = {
    write(text: string): boolean;
    readonly drains: Socket | ServerResponse;
};
/**
 * The sink of a response whose head is sent. Each text leaves at once as one chunk; by itself node
 * gathers the four parts of a chunk and sends them a tick later.
 */
export declare function sinkOf(response: ServerResponse): Sink;
