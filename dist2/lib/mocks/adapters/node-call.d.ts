import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call } from '../call.ts';
/** What a call needs to know of its server. */
export type Entrance = {
    readonly exposedAt: string | undefined;
    /** Bytes of a body that are read beyond what is taken, so that the client sees its answer. */
    readonly limits: {
        readonly droppedBytes: number;
    };
};
/** A request of node as a call. What most calls never ask for is made when it is asked for. */
export declare class NodeCall implements Call {
    #private;
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly exposedAt: string | undefined;
    constructor(request: IncomingMessage, response: ServerResponse, { exposedAt, limits }: Entrance);
    /** Looks through the headers as they came: an object of all costs more than the few that are asked for. */
    header(name: string): string | undefined;
    headers(): Iterable<readonly [name: string, value: string]>;
    get left(): AbortSignal;
    read(limit: number): Promise<Uint8Array | 'too-large'>;
}
