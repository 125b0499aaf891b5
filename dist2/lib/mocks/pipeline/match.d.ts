import { type EndpointId } from '../../contract/endpoints.ts';
import type { Call } from '../call.ts';
/** What a path leads to: the operations on it by method, and its parameters. */
export type Matched = {
    /** The world that the path names by its prefix `/w/<name>`. */
    readonly worldName: string | undefined;
    /** The path without that prefix. */
    readonly path: string;
    readonly operations: ReadonlyMap<string, EndpointId>;
    readonly params: Readonly<Record<string, string>>;
};
/** Finds the operations of a path; none is no error yet, since its answer depends on the world. */
export declare function match(call: Call): Matched;
