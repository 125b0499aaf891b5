import { type Reach } from './reach.ts';
import { type SteeredWorld } from './steered-world.ts';
/** Who signs in: an email or the part of it before the `@`, or a user of your own making. */
export type Who = string | {
    readonly email: string;
    readonly password: string;
};
/** What a login answered. */
export type Session = {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly expires_in: number;
    readonly user: {
        readonly id: string;
        readonly email: string;
    };
};
/** One isolated platform: where it is, how it is called, and what steers it. */
export type FakeWorld = SteeredWorld & {
    /** The base URL of this world; its operations are at `${url}/api/…`. */
    readonly url: string;
    /** What leads a call into this world that is sent to the address of the fake itself. */
    readonly headers: Readonly<Record<string, string>>;
    /** As the global `fetch`, into this world: `fetch('/api/agents')`. */
    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
    /** Signs a user in, `demo` unless named. Throws an `Error` that says who can, or why not. */
    signIn(who?: Who): Promise<Session>;
};
/** Where a world is called, if not by its path behind the address of the control API. */
export type Approach = Pick<FakeWorld, 'url'> & {
    fetch(request: Request): Promise<Response>;
};
/** A world with its steering; `approach` is read at each call, since a server has no URL before it listens. */
export declare function openWorld(reach: Reach, name: string, approach?: Approach): FakeWorld;
