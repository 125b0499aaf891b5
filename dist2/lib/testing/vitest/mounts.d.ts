import type { Fake } from '../../mocks/fake.ts';
/** Where the calls of a test go, and how that ends. */
export type Mounted = {
    /** The base URL of the fake. */
    readonly url: string;
    fetch(request: Request): Promise<Response>;
    /** Puts handlers of MSW before the fake; without any, takes them back. */
    override?(...handlers: readonly object[]): void;
    close(): unknown;
};
/** How MSW is set up. */
export type MswOptions = {
    /** The origin that the fake answers at; any unless given. */
    readonly baseUrl?: string;
    /** What becomes of calls that are none of the platform's; MSW warns of them unless told. */
    readonly unhandled?: 'bypass' | 'warn' | 'error';
};
/** The origin of a fake that is called in process: it stands for none that there is. */
export declare const inProcessUrl = "http://platform.test";
/** No mount at all: a call is a call of a function. */
export declare const inProcess: (fake: Fake) => Mounted;
/** HTTP on a free port of this machine. */
export declare function overHttp(fake: Fake): Promise<Mounted>;
/** Under the `fetch` of this process. Throws an `Error` where MSW is not installed. */
export declare function throughMsw(fake: Fake, options: MswOptions): Promise<Mounted>;
