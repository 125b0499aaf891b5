import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
/** What a client may cost a server before it is answered, or while it takes no answer. */
export type ConnectionLimits = {
    readonly [Name in 'connections' | 'headersSeconds' | 'requestSeconds' | 'stalledSeconds' | 'droppedBytes']: number;
};
/** What a server is made with so that nobody holds it up by sending slowly, or too much. */
export declare function serverOptions(limits: ConnectionLimits): ServerOptions;
/** The connections of a server: nobody has more of one than its turn. */
export declare class Connections {
    #private;
    /**
     * Answers once all that the client asked before has left: who sends many requests ahead and takes
     * no answer is not owed a heap of them. Without such, it answers at once.
     */
    inTurn({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void;
    /** Refuses what is no HTTP in words, and closes connections beyond the bound. */
    guard(server: Server, { connections }: ConnectionLimits): void;
}
/** Lets go of a client that takes nothing of what waits for it; the returned function takes it back. */
export declare function boundStall({ socket }: ServerResponse, { stalledSeconds }: ConnectionLimits): () => undefined;
