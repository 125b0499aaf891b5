import { ownLimits } from '../../contract/limits.js';
/** What a server is made with so that nobody holds it up by sending slowly, or too much. */
export function serverOptions(limits) {
    const headersTimeout = limits.headersSeconds * 1000;
    return {
        maxHeaderSize: ownLimits.headerBytes,
        headersTimeout,
        requestTimeout: limits.requestSeconds * 1000,
        // Node looks only so often whether a client is late.
        connectionsCheckingInterval: headersTimeout / 4,
        keepAliveTimeout: ownLimits.idleSeconds * 1000,
    };
}
/** The connections of a server: nobody has more of one than its turn. */
export class Connections {
    /** The last answer of a connection: those before it leave earlier. */
    #last = new WeakMap();
    /** How many requests of a connection wait for their turn. */
    #ahead = new WeakMap();
    /**
     * Answers once all that the client asked before has left: who sends many requests ahead and takes
     * no answer is not owed a heap of them. Without such, it answers at once.
     */
    inTurn({ socket }, response, answer) {
        const before = this.#last.get(socket);
        this.#last.set(socket, response);
        if (before === undefined || before.writableFinished)
            answer();
        // It can't be paused instead: node reads on behind every request.
        else if (this.#wait(socket, 1) > ownLimits.requestsAhead)
            socket.destroy();
        else
            before.once('close', () => {
                this.#wait(socket, -1);
                if (!socket.destroyed)
                    answer();
            });
    }
    #wait(socket, more) {
        const ahead = (this.#ahead.get(socket) ?? 0) + more;
        this.#ahead.set(socket, ahead);
        return ahead;
    }
    /** Refuses what is no HTTP in words, and closes connections beyond the bound. */
    guard(server, { connections }) {
        server.maxConnections = connections;
        server.on('clientError', (error, socket) => {
            // Answers that are ready leave first.
            setImmediate(() => {
                if (socket.writable &&
                    error.code !== 'ECONNRESET' &&
                    isNext(this.#last.get(socket), socket))
                    socket.end(refusalOf(error), () => socket.destroy());
                else
                    socket.destroy();
            });
        });
    }
}
/** Whether a refusal would be taken for nothing else than the answer to what is refused. */
const isNext = (answer, socket) => answer === undefined ||
    answer.writableFinished ||
    // Its own request breaks off in its body; an answer that waits behind others has no socket yet.
    (!answer.req.complete && !answer.headersSent && answer.socket === socket);
/** Lets go of a client that takes nothing of what waits for it; the returned function takes it back. */
export function boundStall({ socket }, { stalledSeconds }) {
    socket?.setTimeout(stalledSeconds * 1000);
    return () => void socket?.setTimeout(0);
}
const statuses = {
    HPE_HEADER_OVERFLOW: [
        '431 Request Header Fields Too Large',
        `The first line and the headers may have ${ownLimits.headerBytes} bytes.`,
    ],
    HPE_CHUNK_EXTENSIONS_OVERFLOW: [
        '413 Payload Too Large',
        'The extensions of chunks are longer than any use.',
    ],
    ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};
function refusalOf({ code = '', reason, message }) {
    const [status, why] = statuses[code] ?? [
        '400 Bad Request',
        `This is no HTTP/1.1: ${reason ?? message}.`,
    ];
    const head = `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\nconnection: close\r\n`;
    return `${head}content-length: ${why.length + 1}\r\n\r\n${why}\n`;
}
