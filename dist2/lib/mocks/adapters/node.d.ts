import type { Server } from 'node:http';
import type { Core } from '../core.ts';
import { type ConnectionLimits } from './connections.ts';
/** What of a fake is served. */
type Listened = Pick<Core, 'handle' | 'predictable' | 'close'>;
/** Where to listen. */
export type ListenOptions = {
    /** 0, the default, takes any free port. */
    readonly port?: number;
    /** An address of this machine; 127.0.0.1 unless given. */
    readonly host?: string;
    /** Other bounds of what clients may hold up than the package has. */
    readonly limits?: Partial<ConnectionLimits>;
};
/** A fake that listens. */
export type Listening = {
    /** The base URL, such as `http://127.0.0.1:4010`. */
    readonly url: string;
    readonly server: Server;
    /** Ends every stream, closes every connection and frees the port. */
    close(): Promise<void>;
};
/**
 * Serves a fake over HTTP. Rejects where the port is taken (`EADDRINUSE`) or not allowed, and where
 * others can reach a fake without a `secret` of its own, whose keys and tokens they could work out.
 */
export declare function listen(fake: Listened, options?: ListenOptions): Promise<Listening>;
export {};
