import { type Reach } from '../reach.ts';
/** The server that tests take their worlds from. */
export type ServerOptions = {
    /**
     * The address of a fake that runs, such as `http://127.0.0.1:4010`; the environment variable
     * `UNDERSTUDY_URL` unless given. Without either, each worker starts one on a free port.
     */
    readonly url?: string;
    /** Of its control API, where it asks for one; `UNDERSTUDY_TOKEN` unless given. */
    readonly token?: string;
};
/** Finds the server that was given, or starts one. Throws an `Error` where none answers. */
export declare function reachServer(given: ServerOptions): Promise<{
    reach: Reach;
    close: () => Promise<void>;
}>;
